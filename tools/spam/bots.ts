// Five kinds of bot. Their addresses are in different networks, so the rates of addresses and networks don't stop them.
import { randomUUID } from 'node:crypto';
import { solve } from './challenges.ts';
import { letter, type Outcome, type Post, send, type Target, toLetters } from './client.ts';

const advertisement =
  'Dear friend, we help businesses like yours to reach the first page of every search engine within a month, guaranteed, and we only charge you once the orders come in.';
const links = [1, 2, 3, 4, 5].map(n => `https://offer-${n}.spam.example/`).join(' ');
/** The number of posts from slow bots with the same text. */
const postsPerCampaign = 400;
/** The number of times that a solved challenge is replayed. */
const replaysPerSolution = 50;

/** A text that nobody else sends. */
const uniqueText = () =>
  `I have a question about case ${randomUUID()}. Please call me back when you have a minute.`;

/** Sends a post. `n` is its number among the posts of this kind. */
type Bot = (target: Target, address: string, n: number) => Promise<Outcome>;

/** The bots by kind. `countTexts` returns the number of different texts that `count` posts of this kind repeat. */
export function createBots(): Record<string, { post: Bot; countTexts: (count: number) => number }> {
  const none = () => 0;
  let solved: Promise<string> | undefined;

  /** Solves a challenge for one enquiry. The proof is then sent with others. */
  async function obtainProof(target: Target, address: string): Promise<string> {
    const post: Post = {
      address,
      letter: letter('Replay', `${uniqueText()} ${links}`),
      authorization: 'Proof v=1',
    };
    const { challenge } = await send(target, post);
    if (!challenge) throw new Error('A post with many links was not challenged');
    return await solve(challenge, 0);
  }

  return {
    'curl with one text': {
      post: (target, address) => send(target, { address, letter: letter('Curl', advertisement) }),
      countTexts: () => 1,
    },
    'headless browser': {
      post: (target, address) => {
        const enquiry = letter('Headless', `${uniqueText()} ${links}`, { client: { first_touch_ms: 400 } });
        return send(target, { address, letter: enquiry, authorization: 'Proof v=1' });
      },
      countTexts: none,
    },
    'slow and distributed': {
      post: (target, address, n) => {
        const campaign = toLetters(Math.floor(n / postsPerCampaign));
        const story = `${n}: our ${campaign} team. ${advertisement} Quote ${1_000 + n}.`;
        return send(target, { address, letter: letter('Slow', story) });
      },
      countTexts: count => Math.ceil(count / postsPerCampaign),
    },
    'link spam in names': {
      post: (target, address, n) => {
        const surname = n % 2 ? 'Prize: https://win.spam.example/' : '[url=spam.example]Prize[/url]';
        return send(target, { address, letter: letter('Prize', uniqueText(), { surname }) });
      },
      countTexts: none,
    },
    'replayed challenges': {
      post: async (target, address, n) => {
        if (n % replaysPerSolution === 0) solved = obtainProof(target, address);
        const enquiry = letter('Replay', `${uniqueText()} ${links}`);
        return await send(target, { address, letter: enquiry, authorization: await solved! });
      },
      countTexts: none,
    },
  };
}
