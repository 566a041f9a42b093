// boardgame.io with its PostgreSQL store: a trick game of 52 cards for two, dealt again when the hands are empty.
// Configured by environment variables: PEER_PORT, PEER_HOST (the socket's folder), PEER_DATABASE, PEER_USER, PEER_PASSWORD.
const { Server, Origins } = require('boardgame.io/server');
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');
const { PostgresStore } = require('bgio-postgres');

const SUITS = ['c', 'd', 'h', 's'];

function deal(random) {
  const deck = random.Shuffle([...Array(52).keys()].map((n) => ({ suit: SUITS[n % 4], rank: 2 + Math.floor(n / 4) })));
  return { 0: { hand: deck.slice(0, 26) }, 1: { hand: deck.slice(26) } };
}

const trick = {
  name: 'trick',
  setup: ({ random }) => ({ players: deal(random), trick: [], taken: [0, 0], log: [] }),
  playerView: PlayerView.STRIP_SECRETS,
  minPlayers: 2,
  maxPlayers: 2,
  moves: {
    play: {
      client: false,
      move: ({ G, ctx, events, random }, index) => {
        const hand = G.players[ctx.currentPlayer].hand;
        const card = hand[index];
        if (card === undefined) return INVALID_MOVE;
        const lead = G.trick[0];
        if (lead && card.suit !== lead.suit && hand.some((held) => held.suit === lead.suit)) return INVALID_MOVE;
        hand.splice(index, 1);
        G.trick.push(card);
        if (G.trick.length === 1) return events.endTurn();
        const wins = card.suit === lead.suit && card.rank > lead.rank;
        const winner = wins ? ctx.currentPlayer : String(1 - Number(ctx.currentPlayer));
        G.taken[winner] += 1;
        G.trick = [];
        if (!G.players[0].hand.length && !G.players[1].hand.length) G.players = deal(random);
        return events.endTurn({ next: winner });
      },
    },
  },
};

const db = new PostgresStore({
  database: process.env.PEER_DATABASE,
  username: process.env.PEER_USER,
  password: process.env.PEER_PASSWORD,
  host: process.env.PEER_HOST,
  logging: false,
});
const server = Server({ games: [trick], db, origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.env.PEER_PORT), callback: () => console.log('ready') });
