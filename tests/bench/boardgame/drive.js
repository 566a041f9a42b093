// M matches, both players connected; the next move is sent when both have received the `update`. Prints `ready`, then one line of JSON.
// node drive.js PORT MATCHES SECONDS
const { io } = require('socket.io-client');

const [port, matches, seconds] = process.argv.slice(2).map(Number);
const site = `http://127.0.0.1:${port}`;

async function post(path, body) {
  const answer = await fetch(site + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

function sit(matchID, playerID, credentials) {
  const seat = { matchID, playerID, credentials, state: null, wake: null };
  seat.socket = io(`${site}/trick`, { transports: ['websocket'], forceNew: true });
  const take = (state) => {
    if (seat.state && state._stateID < seat.state._stateID) return;
    seat.state = state;
    if (seat.wake) seat.wake();
  };
  seat.socket.on('sync', (id, info) => take(info.state));
  seat.socket.on('update', (id, state) => take(state));
  seat.socket.on('connect', () => seat.socket.emit('sync', matchID, playerID, credentials, 2));
  return seat;
}

async function until(seat, reached) {
  const end = Date.now() + 10000;
  while (!reached()) {
    if (Date.now() > end) throw new Error('boardgame.io did not answer within ten seconds');
    await new Promise((done) => {
      seat.wake = done;
      setTimeout(done, 200).unref();
    });
  }
}

function legal(state, player) {
  const hand = state.G.players[player].hand;
  const lead = state.G.trick[0];
  const follows = lead ? hand.findIndex((card) => card.suit === lead.suit) : -1;
  return follows >= 0 ? follows : 0;
}

async function play(seats, end, each) {
  while (performance.now() < end) {
    const before = Math.max(...seats.map((seat) => seat.state._stateID));
    const seat = seats[Number(seats[0].state.ctx.currentPlayer)];
    await until(seat, () => seat.state._stateID === before);
    const payload = { type: 'play', args: [legal(seat.state, seat.playerID)], playerID: seat.playerID, credentials: seat.credentials };
    const sent = performance.now();
    seat.socket.emit('update', { type: 'MAKE_MOVE', payload }, before, seat.matchID, seat.playerID);
    await Promise.all(seats.map((one) => until(one, () => one.state._stateID > before)));
    each.push((performance.now() - sent) / 1000);
  }
}

async function main() {
  const tables = [];
  for (let n = 0; n < matches; n += 1) {
    const { matchID } = await post('/games/trick/create', { numPlayers: 2 });
    const joined = [];
    for (const playerID of ['0', '1']) joined.push(await post(`/games/trick/${matchID}/join`, { playerID, playerName: `p${playerID}` }));
    // Nobody connects before both have joined: the server stores a connection with the credentials that it read before the join.
    tables.push(joined.map(({ playerID, playerCredentials }) => sit(matchID, playerID, playerCredentials)));
  }
  await Promise.all(tables.flat().map((seat) => until(seat, () => seat.state !== null)));
  console.log('ready');
  const each = [];
  const begun = performance.now();
  await Promise.all(tables.map((seats) => play(seats, begun + seconds * 1000, each)));
  console.log(JSON.stringify({ took: (performance.now() - begun) / 1000, each }));
  process.exit(0);
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
