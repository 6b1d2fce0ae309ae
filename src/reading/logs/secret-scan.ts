/** What the log tools use of screening itself, loaded when a line is to be judged that may hold a secret: setting up the rules takes time. */

export { hideSpans } from "../screening/redact.ts";
export { scanText } from "../screening/scan.ts";
