// The page of the API: under every operation a form that sends the request and shows the answer. Without it there is the curl line.
"use strict";

(() => {
  const template = document.getElementById("try"), key = document.getElementById("try-key");
  const csrf = document.querySelector('[name="csrfmiddlewaretoken"]').value;
  const reads = (method) => method === "GET" || method === "HEAD";
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

  // A labelled field for each parameter that the page lists, and for the body.
  const field = (box, id, name, where, required, value) => {
    const row = document.createElement("p"), label = document.createElement("label");
    const input = document.createElement(where === "body" ? "textarea" : "input");
    row.className = "field";
    label.htmlFor = input.id = `${id}-${where}-${name}`;
    label.textContent = where === "body" ? box.dataset.body : `${name} (${where})`;
    Object.assign(input, { value, required, spellcheck: false, autocomplete: "off" });
    Object.assign(input.dataset, { name, where });
    if (where === "body") input.rows = Math.min(12, value.split("\n").length + 1);
    row.append(label, input);
    box.append(row);
  };

  // The request as it stands in the fields: [address, options for fetch].
  const request = (article, fields) => {
    const query = new URLSearchParams(), headers = {};
    let path = article.dataset.path, body;
    for (const { value, dataset: { name, where } } of fields) {
      if (where === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
      else if (value && where === "query") query.append(name, value);
      else if (value && where === "header") headers[name] = value;
      else if (value && where === "body") [body, headers["Content-Type"]] = [value, "application/json"];
    }
    return [path + (query.size ? `?${query}` : ""), { method: article.dataset.method, headers, body }];
  };

  const curl = (api, [path, { method, headers, body }]) => [
    "curl", ...(method === (body ? "POST" : "GET") ? [] : ["-X", method]), '-H "$key"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body ? ["-d", quoted(body)] : []), quoted(api + path),
  ].join(" ");

  // With a token as any program; without one as whoever is signed in on this page.
  const send = ([path, options]) => {
    const token = key.value.trim();
    if (token) options.headers.Authorization = `Bearer ${token}`;
    else if (!reads(options.method)) options.headers["X-CSRFToken"] = csrf;
    return fetch(template.dataset.root.replace(/\/$/, "") + path, { ...options, credentials: token ? "omit" : "same-origin", cache: "no-store" });
  };

  const words = async (answer) => {
    const type = answer.headers.get("Content-Type") ?? "";
    if (!/json|text/.test(type)) return `${(await answer.blob()).size} B ${type}`;
    const text = await answer.text();
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  };

  const show = async (form, status, sent) => {
    const [answer, headers] = form.querySelectorAll("pre");
    status.textContent = template.dataset.waiting;
    try {
      const found = await send(sent);
      answer.textContent = await words(found);
      headers.textContent = [...found.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
      status.textContent = `${found.status} ${found.statusText}`;
    } catch (error) {
      answer.textContent = headers.textContent = "";
      status.textContent = `${template.dataset.failed} ${error.message}`;
    }
    form.querySelector(".try-answer").hidden = false;
  };

  const build = (box) => {
    const article = box.closest("article"), form = template.content.firstElementChild.cloneNode(true);
    const fields = form.querySelector(".try-fields"), line = box.querySelector(".curl"), status = form.querySelector("[role=status]");
    for (const it of article.querySelectorAll("li[data-in]")) {
      field(fields, article.id, it.dataset.name, it.dataset.in, it.dataset.in === "path", "");
    }
    if (article.dataset.takes) {
      fields.dataset.body = template.dataset.body;
      field(fields, article.id, "", "body", false, article.querySelector(".example-request")?.textContent ?? "{}");
    }
    if (reads(article.dataset.method)) form.querySelector(".real").remove();
    const now = () => request(article, fields.querySelectorAll("[data-where]"));
    const write = () => line && (line.textContent = curl(template.dataset.api, now()));
    form.addEventListener("input", write);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      show(form, status, now());
    });
    form.querySelector(".try-copy").addEventListener("click", async () => {
      await navigator.clipboard.writeText(line.textContent);
      status.textContent = template.dataset.copied;
    });
    if (!line) form.querySelector(".try-copy").remove();
    box.append(form);
  };

  document.getElementById("try-with").hidden = false;
  for (const box of document.querySelectorAll("details.try")) {
    box.hidden = false;
    box.addEventListener("toggle", () => box.querySelector("form") || build(box));
  }
})();
