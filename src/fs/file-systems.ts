/**
 * What kind of file system an open file lies on (Linux `statfs` type; numbers from linux/magic.h and the file systems' own headers).
 *
 * Guarantees: kernel-made trees (/proc, /sys and their like) are recognised: their "regular files" are not stored bytes. Only file
 * systems of the list are trusted to show each ordinary write in ctime; any other one (FUSE, network, overlay, FAT, unknown) gets a second
 * hash pass. Not covered: outside Linux the type is not comparable, so nothing is trusted there.
 */

import { statfsSync } from "node:fs";
import type { FileFacts } from "./interfaces.ts";
import type { BigIntStats } from "node:fs";

const PSEUDO = new Set([
  0x9fa0n, // proc
  0x62656572n, // sysfs
  0x27e0ebn, // cgroup
  0x63677270n, // cgroup2
  0x64626720n, // debugfs
  0x74726163n, // tracefs
  0x73636673n, // securityfs
  0xcafe4a11n, // bpf
  0x6165676cn, // pstore
  0x1cd1n, // devpts
  0x62656570n, // configfs
  0xf97cff8cn, // selinuxfs
  0x43415d53n, // smackfs
  0x5a3c69f0n, // apparmorfs
  0xde5e81e4n, // efivarfs
  0x19800202n, // mqueue
  0x42494e4dn, // binfmt_misc
  0x6e736673n, // nsfs
  0x65735543n, // fusectl
  0x67596969n, // rpc_pipefs
  0x6e667364n, // nfsd
  0x50495045n, // pipefs
  0x534f434bn, // sockfs
  0x09041934n, // anon_inode
]);

const TRUSTED = new Set([
  0xef53n, // ext2, ext3, ext4
  0x58465342n, // xfs
  0x9123683en, // btrfs
  0x01021994n, // tmpfs
  0x858458f6n, // ramfs
  0x2fc12fc1n, // zfs
  0xf2f52010n, // f2fs
  0xca451a4en, // bcachefs
  0x3153464an, // jfs
  0x3434n, // nilfs2
  0x7366746en, // ntfs3
  0x73717368n, // squashfs
  0xe0f5e1e2n, // erofs
  0x9660n, // iso9660
]);

export interface FileSystemFacts {
  readonly pseudo: boolean;
  readonly statTrusted: boolean;
}

export function fileSystemFacts(type: bigint): FileSystemFacts {
  return { pseudo: PSEUDO.has(type), statTrusted: TRUSTED.has(type) };
}

export function fileSystemAt(path: string): FileSystemFacts {
  if (process.platform !== "linux") return { pseudo: false, statTrusted: false };
  return fileSystemFacts(statfsSync(path, { bigint: true }).type);
}

export function factsOf(stats: BigIntStats): FileFacts {
  return {
    identity: {
      device: stats.dev,
      inode: stats.ino,
      size: stats.size,
      mtimeNs: stats.mtimeNs,
      ctimeNs: stats.ctimeNs,
    },
    hardLinks: Number(stats.nlink),
    regular: stats.isFile(),
  };
}

/** What a thing that is not a regular file is, for a message. */
export function kindOf(stats: BigIntStats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a named pipe";
  if (stats.isSocket()) return "a socket";
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return "a device";
  if (stats.isSymbolicLink()) return "a link";
  return "a special file";
}
