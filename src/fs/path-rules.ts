/**
 * The judgement of a path text before the file system is touched, for both path styles. Pure.
 *
 * Guarantees: a judged path is a relative one with forward slashes, without empty, `.` or `..` components; what leaves the root by its
 * text alone is "outside"; what cannot be meant as a file's name here (NUL, another system's absolute path, encoded `..`, and on Windows
 * device names, streams, device prefixes, trailing dots and spaces) is "invalid". The library functions for Windows paths are not used:
 * they turn `NUL:..\..\x` into `..\x` (CVE-2025-23084, CVE-2025-27210).
 * Not covered: links. A path that stays inside by its text may still lead out; the opening itself proves containment.
 */

export type PathStyle = "posix" | "win32";

export type Judgement =
  | { readonly kind: "relative"; readonly path: string }
  | { readonly kind: "absolute"; readonly path: string }
  | { readonly kind: "outside" }
  | { readonly kind: "invalid"; readonly why: string };

export const hostStyle: PathStyle = process.platform === "win32" ? "win32" : "posix";

const invalid = (why: string): Judgement => ({ kind: "invalid", why });

const DRIVE = /^[A-Za-z]:/;
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])[ ]*(?:$|[.:])/i;
const ENCODED_CLIMB = /(?:^|[\\/])(?:\.|%2e){2}(?:$|[\\/])/i;

/** Components after `.` and `..` were worked off by their text; null when they climb above the start. */
function settle(components: readonly string[]): string[] | null {
  const settled: string[] = [];
  for (const component of components) {
    if (component === "" || component === ".") continue;
    if (component !== "..") settled.push(component);
    else if (settled.pop() === undefined) return null;
  }
  return settled;
}

function hasEncodedClimb(path: string): boolean {
  if (!path.includes("%")) return false;
  const decoded = path.replaceAll(/%(?:2f|5c)/gi, "/");
  return ENCODED_CLIMB.test(decoded) && !/(?:^|\/)\.\.(?:$|\/)/.test(path);
}

function judgePosix(path: string): Judgement {
  if (path === "~" || path.startsWith("~/")) return invalid("`~` is not expanded");
  if (path.startsWith("\\\\") || (DRIVE.test(path) && path[2] === "\\"))
    return invalid("it is a Windows path");
  if (path.includes("\\") && path.split(/[\\/]/).includes("..") && !path.split("/").includes(".."))
    return invalid("it climbs with backslashes");
  if (hasEncodedClimb(path)) return invalid("it holds an encoded `..`");
  const settled = settle(path.split("/"));
  if (path.startsWith("/")) return { kind: "absolute", path: `/${(settled ?? []).join("/")}` };
  if (settled === null) return { kind: "outside" };
  return { kind: "relative", path: settled.join("/") };
}

function judgeWindowsComponent(component: string): string | null {
  if (DEVICE.test(component)) return "it names a device";
  if (component.includes(":")) return "it names a stream of a file, or a drive";
  if (/[<>"|?*\u0001-\u001f]/.test(component)) return "it holds a character that no name may hold";
  if (component !== "." && component !== ".." && /[. ]$/.test(component))
    return "a name in it ends with a dot or a space";
  return null;
}

function judgeWindows(path: string): Judgement {
  const slashed = path.replaceAll("\\", "/");
  if (slashed === "~" || slashed.startsWith("~/")) return invalid("`~` is not expanded");
  if (/^\/\/[?.](?:\/|$)/.test(slashed) || slashed.startsWith("/??/"))
    return invalid("it has a device prefix");
  if (hasEncodedClimb(slashed)) return invalid("it holds an encoded `..`");
  let prefix = "";
  let rest = slashed;
  if (DRIVE.test(slashed)) {
    if (slashed[2] !== "/") return invalid("it is relative to a drive");
    prefix = `${slashed.slice(0, 2).toUpperCase()}/`;
    rest = slashed.slice(3);
  } else if (slashed.startsWith("//")) {
    const share = /^\/\/([^/]+)\/([^/]+)(?:\/|$)/.exec(slashed);
    if (share === null) return invalid("it names a server without a share");
    prefix = `//${share[1]}/${share[2]}/`;
    rest = slashed.slice(share[0].length);
    const why = judgeWindowsComponent(share[1] ?? "") ?? judgeWindowsComponent(share[2] ?? "");
    if (why !== null) return invalid(why);
  } else if (slashed.startsWith("/")) {
    return invalid("it is relative to the current drive");
  }
  const components = rest.split("/");
  for (const component of components) {
    const why = judgeWindowsComponent(component);
    if (why !== null) return invalid(why);
  }
  const settled = settle(components);
  if (prefix !== "") return { kind: "absolute", path: `${prefix}${(settled ?? []).join("/")}` };
  if (settled === null) return { kind: "outside" };
  return { kind: "relative", path: settled.join("/") };
}

export function judgePath(path: string, style: PathStyle = hostStyle): Judgement {
  if (path === "") return invalid("it is empty");
  if (path.includes("\0")) return invalid("it holds a NUL character");
  return style === "win32" ? judgeWindows(path) : judgePosix(path);
}

/** The part of `path` below `folder`, "" for the folder itself, null when it is not below. Both absolute and without `..`. */
export function below(folder: string, path: string, style: PathStyle = hostStyle): string | null {
  const slashed = (text: string): string => (style === "win32" ? text.replaceAll("\\", "/") : text);
  const fold = (text: string): string => (style === "win32" ? text.toLowerCase() : text);
  const base = slashed(folder).replace(/\/+$/, "");
  const whole = slashed(path).replace(/\/+$/, "");
  if (fold(whole) === fold(base)) return "";
  return fold(whole).startsWith(`${fold(base)}/`) ? whole.slice(base.length + 1) : null;
}
