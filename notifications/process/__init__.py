"""The running process: its shutdown, its call stack, fault points, and what it leaves to a process of another release."""
