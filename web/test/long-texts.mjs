/** A word that no line can hold, in the widest letter: 2,000 of them. */
export const LONG = 'W'.repeat(2_000);
/** Arabic and Hebrew with digits, and emoji of several code points. */
export const RIGHT_TO_LEFT = 'مشروع الفواتير ١٢٣ – פרויקט 👩‍👩‍👧‍👦 🏳️‍🌈';
/** What no name may hold, but what data can: it turns the direction of what follows and does not turn it back. */
export const TURNING = `${RIGHT_TO_LEFT} \u2067abc`;

/** As long as each may be. */
export const NAME = LONG.slice(0, 200);
export const NAME_OF_QUEUE = LONG.slice(0, 64);
export const NAME_OF_HANDLER = 'w'.repeat(64);
export const REASON = LONG.slice(0, 500);
/** 64 letters before the @, about 250 in all. */
export const EMAIL = `${'w'.repeat(64)}@${'w'.repeat(58)}.${'w'.repeat(58)}.${'w'.repeat(58)}.example`;
/** A payload of nearly 64 KB: one word, deep nesting, and a big number. */
export const PAYLOAD = {
  word: 'W'.repeat(40_000),
  many: Array.from({ length: 500 }, (_, index) => ({ index, text: RIGHT_TO_LEFT.slice(0, 12) })),
  big: Number.MAX_SAFE_INTEGER,
  [LONG.slice(0, 300)]: TURNING,
};
