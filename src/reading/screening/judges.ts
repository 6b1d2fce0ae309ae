/**
 * Judgements on a value that has a secret's shape: filler and placeholders are not secrets, random text is.
 * Pure and linear in the value. A judge only ever refuses; it never makes a secret of something that no rule found.
 */

/** `xxxx`, `0000`, `****` and the like, as documentation writes in a token's place. */
export function isFiller(body: string): boolean {
  return /^[xX0*._#-]*$/.test(body);
}

const COUNTS = new Uint32Array(128);

/** Shannon entropy in bits for each character, of text that is ASCII for the most part. */
export function entropy(text: string): number {
  COUNTS.fill(0);
  for (let index = 0; index < text.length; index++) COUNTS[text.charCodeAt(index) & 127]!++;
  let bits = 0;
  for (const count of COUNTS) if (count > 0) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Letters alone are as varied as this only where no person chose them. */
const RANDOM_LETTERS = 4.2;

/** A digit, or letters more varied than a name's. One random token of base62 in fifty has no digit in its first 24 characters. */
export function isRandom(text: string): boolean {
  return /\d/.test(text) || entropy(text) > RANDOM_LETTERS;
}

/** Letters of both cases, digits but rarely none, not few of them the same: not a word, a hash in hexadecimal, or a path. */
export function isMixed(text: string): boolean {
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && isRandom(text) && entropy(text) > 3.2;
}

const PLACEHOLDER_WORDS = new Set(
  `pass password passwd passwort pwd pw psw p pswd passphrase secret secretkey token key apikey api_key
  changeme change-me change_me changeit replaceme replace_me example sample dummy fake placeholder redacted removed hidden masked
  none null nil undefined true false empty string value test todo tbd user username x-oauth-basic x-token-auth
  mypassword my_password my-password mypass yourpassword your_password your-password your-pass userpassword user_password
  dbpassword db_password dbpass somepassword some_password thepassword credentials required optional`.split(
    /\s+/,
  ),
);

/** What documentation and templates write where a secret would stand. */
export function isPlaceholder(value: string): boolean {
  if (value === "" || isFiller(value)) return true;
  if (/^[•●∗*.…_xX#-]+$/.test(value)) return true;
  // Variables and templates: ${NAME}, $NAME, $name, $(cmd), {{ name }}, {name}, #{name}, <name>, [name]
  if (/^\\?\$(?:[{(]|[A-Z_][A-Z0-9_]*$|[a-z_]+$)|^#?\{|^<|^&lt;|^\[/.test(value)) return true;
  // %s, %(name)s, %NAME%, @name@, ****, ...
  if (/^%[sdv({]|^%[A-Za-z_]{2,64}%$|^@[\w.]{1,64}@$|^\*{2}|^\.{3}/.test(value)) return true;
  const word = value.toLowerCase();
  if (PLACEHOLDER_WORDS.has(word)) return true;
  if (/^my[-_]?(?:token|key|secret)\d*$/.test(word)) return true;
  return /^(?:your|insert|enter|replace)[-_ ]?[a-z_ -]*(?:pass|pwd|secret|token|key|here)/.test(word);
}

/** Text that a person or a program would choose as a secret, and not a word, a type name, a path or a piece of code. */
export function isSecretLike(value: string, bits: number): boolean {
  if (!isRandom(value) || !/[A-Za-z]/.test(value) || entropy(value) < bits) return false;
  return !isPlaceholder(value) && !/example|sample|dummy|placeholder/i.test(value);
}

const decode = (text: string): string => Buffer.from(text, "base64").toString("latin1");

/** Base64 of `user:password`, printable, with a password that is no placeholder. */
export function isBasicCredential(value: string): boolean {
  const text = decode(value);
  const colon = text.indexOf(":");
  return colon >= 0 && /^[\x20-\x7e\x80-\xff]+$/.test(text) && !isPlaceholder(text.slice(colon + 1));
}

/** The JSON object at the start of a compact token, or undefined where it is none. */
export function joseHeader(encoded: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
