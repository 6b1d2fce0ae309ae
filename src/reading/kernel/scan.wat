;; Scanner kernel: WebAssembly with 128-bit SIMD, assembled by scripts/build-kernel.mjs into kernel-bytes.ts.
;;
;; Guarantees: reads and writes only its own memory; every function is a single bounded pass over [from, end); positions are offsets
;; into the memory. Not here: what a line, a level or an encoding means (see kernel.ts for the contract, script-kernel.ts for the
;; same functions in JavaScript).
;;
;; Memory
;;   0x0000  needle, folded (letters lower-case when case is ignored), at most 1024 bytes
;;   0x0400  fold mask of the needle: 0x20 where the byte is a letter and case is ignored, else 0
;;   0x0800  i32 length, i32 first probe's offset, i32 second probe's offset, u8 first byte, u8 its mask, u8 second byte, u8 its mask
;;   0x0810  u8 whether both probes are looked at: set by the search where the first alone stands too often
;;   0x0820  results of a search: i32 resume, i32 line ends before resume, i32 open line, i32 NUL possible, i32 not only ASCII
;;   0x0900  keyword tables: 3 bytes, each 16 bytes by low and 16 by high half-byte
;;   0x1000  8192 bytes: 65,536 bits by hash of a fingerprint
;;   0x4000  65,536 bytes of results: hits or positions
;;   0x14000 32,768 bytes: 262,144 bits by hash of a trigram
;;   0x1c000 262,144 bytes: a bit for each trigram of 7-bit bytes
;;   0x5c000 the bytes to scan, with room behind them for whole vectors
(module
  (memory (export "memory") 12)

  ;; Bits of the lanes of four vectors that are all ones, as one number.
  (func $bits64 (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result i64)
    (i64.or
      (i64.extend_i32_u (i32.or (i8x16.bitmask (local.get $a))
                                (i32.shl (i8x16.bitmask (local.get $b)) (i32.const 16))))
      (i64.shl
        (i64.extend_i32_u (i32.or (i8x16.bitmask (local.get $c))
                                  (i32.shl (i8x16.bitmask (local.get $d)) (i32.const 16))))
        (i64.const 32))))

  ;; The lowest $n bits set; $n from 1 to 64.
  (func $low (param $n i32) (result i64)
    (i64.shr_u (i64.const -1) (i64.extend_i32_u (i32.sub (i32.const 64) (local.get $n)))))

  ;; Which of the 64 bytes at $p equal $v in every lane.
  (func $equal64 (param $p i32) (param $v v128) (result i64)
    (call $bits64
      (i8x16.eq (v128.load align=1 (local.get $p)) (local.get $v))
      (i8x16.eq (v128.load offset=16 align=1 (local.get $p)) (local.get $v))
      (i8x16.eq (v128.load offset=32 align=1 (local.get $p)) (local.get $v))
      (i8x16.eq (v128.load offset=48 align=1 (local.get $p)) (local.get $v))))

  ;; The same, after the bits of $m are set in each byte.
  (func $folded64 (param $p i32) (param $m v128) (param $v v128) (result i64)
    (call $bits64
      (i8x16.eq (v128.or (v128.load align=1 (local.get $p)) (local.get $m)) (local.get $v))
      (i8x16.eq (v128.or (v128.load offset=16 align=1 (local.get $p)) (local.get $m)) (local.get $v))
      (i8x16.eq (v128.or (v128.load offset=32 align=1 (local.get $p)) (local.get $m)) (local.get $v))
      (i8x16.eq (v128.or (v128.load offset=48 align=1 (local.get $p)) (local.get $m)) (local.get $v))))

  ;; Sum of the 16 unsigned bytes.
  (func $sum (param $v v128) (result i32)
    (local $w v128)
    (local.set $w (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $v))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $w)) (i32x4.extract_lane 1 (local.get $w)))
      (i32.add (i32x4.extract_lane 2 (local.get $w)) (i32x4.extract_lane 3 (local.get $w)))))

  ;; How many bytes of [from, end) equal $byte.
  (func (export "countByte") (param $byte i32) (param $p i32) (param $end i32) (result i32)
    (local $v v128) (local $acc v128) (local $count i32) (local $stop i32)
    (local.set $v (i8x16.splat (local.get $byte)))
    (loop $runs
      ;; 63 blocks add at most 4 per lane each: no lane passes 255.
      (local.set $stop (i32.add (local.get $p) (i32.const 4032)))
      (if (i32.gt_s (local.get $stop) (local.get $end)) (then (local.set $stop (local.get $end))))
      (local.set $acc (v128.const i32x4 0 0 0 0))
      (block $done (loop $blocks
        (br_if $done (i32.gt_s (i32.add (local.get $p) (i32.const 64)) (local.get $stop)))
        (local.set $acc (i8x16.sub (local.get $acc) (i8x16.eq (v128.load align=1 (local.get $p)) (local.get $v))))
        (local.set $acc (i8x16.sub (local.get $acc) (i8x16.eq (v128.load offset=16 align=1 (local.get $p)) (local.get $v))))
        (local.set $acc (i8x16.sub (local.get $acc) (i8x16.eq (v128.load offset=32 align=1 (local.get $p)) (local.get $v))))
        (local.set $acc (i8x16.sub (local.get $acc) (i8x16.eq (v128.load offset=48 align=1 (local.get $p)) (local.get $v))))
        (local.set $p (i32.add (local.get $p) (i32.const 64)))
        (br $blocks)))
      (local.set $count (i32.add (local.get $count) (call $sum (local.get $acc))))
      (br_if $runs (i32.le_s (i32.add (local.get $p) (i32.const 64)) (local.get $end))))
    (if (i32.lt_s (local.get $p) (local.get $end)) (then
      (local.set $count (i32.add (local.get $count)
        (i32.wrap_i64 (i64.popcnt (i64.and
          (call $equal64 (local.get $p) (local.get $v))
          (call $low (i32.sub (local.get $end) (local.get $p))))))))))
    (local.get $count))

  ;; The first byte of [from, end) that is not ASCII, or end.
  (func (export "findNonAscii") (param $p i32) (param $end i32) (result i32)
    (local $bits i64)
    (loop $blocks
      (if (i32.lt_s (local.get $p) (local.get $end)) (then
        (if (i8x16.bitmask (v128.or
              (v128.or (v128.load align=1 (local.get $p)) (v128.load offset=16 align=1 (local.get $p)))
              (v128.or (v128.load offset=32 align=1 (local.get $p)) (v128.load offset=48 align=1 (local.get $p)))))
          (then
            (local.set $bits (call $bits64
              (v128.load align=1 (local.get $p)) (v128.load offset=16 align=1 (local.get $p))
              (v128.load offset=32 align=1 (local.get $p)) (v128.load offset=48 align=1 (local.get $p))))
            (local.set $p (i32.add (local.get $p) (i32.wrap_i64 (i64.ctz (local.get $bits)))))
            (if (i32.lt_s (local.get $p) (local.get $end)) (then (return (local.get $p))))
            (return (local.get $end))))
        (local.set $p (i32.add (local.get $p) (i32.const 64)))
        (br $blocks))))
    (local.get $end))

  ;; Writes the positions of $byte in [from, end) as i32 into the results, at most $limit (a multiple of 64, at most 16,384);
  ;; a block of 64 that may not fit is left for the next call. Resume tells where that is.
  (func (export "positions") (param $byte i32) (param $p i32) (param $end i32) (param $limit i32) (result i32)
    (local $v v128) (local $bits i64) (local $out i32) (local $last i32)
    (local.set $v (i8x16.splat (local.get $byte)))
    (local.set $out (i32.const 0x4000))
    (local.set $last (i32.add (i32.const 0x4000) (i32.shl (i32.sub (local.get $limit) (i32.const 64)) (i32.const 2))))
    (block $done (loop $blocks
      (br_if $done (i32.ge_s (local.get $p) (local.get $end)))
      (br_if $done (i32.gt_s (local.get $out) (local.get $last)))
      (local.set $bits (call $equal64 (local.get $p) (local.get $v)))
      (if (i32.lt_s (i32.sub (local.get $end) (local.get $p)) (i32.const 64)) (then
        (local.set $bits (i64.and (local.get $bits) (call $low (i32.sub (local.get $end) (local.get $p)))))))
      (block $none (loop $each
        (br_if $none (i64.eqz (local.get $bits)))
        (i32.store (local.get $out) (i32.add (local.get $p) (i32.wrap_i64 (i64.ctz (local.get $bits)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $bits (i64.and (local.get $bits) (i64.sub (local.get $bits) (i64.const 1))))
        (br $each)))
      (local.set $p (i32.add (local.get $p) (i32.const 64)))
      (br $blocks)))
    (i32.store (i32.const 0x820)
      (select (local.get $end) (local.get $p) (i32.gt_s (local.get $p) (local.get $end))))
    (i32.shr_u (i32.sub (local.get $out) (i32.const 0x4000)) (i32.const 2)))

  ;; Whether the needle stands at $p.
  (func $stands (param $p i32) (param $n i32) (result i32)
    (local $i i32) (local $bits i32)
    (loop $parts
      (local.set $bits (i8x16.bitmask (i8x16.eq
        (v128.or (v128.load align=1 (i32.add (local.get $p) (local.get $i))) (v128.load offset=0x400 align=1 (local.get $i)))
        (v128.load align=1 (local.get $i)))))
      (if (i32.ge_s (i32.sub (local.get $n) (local.get $i)) (i32.const 16))
        (then
          (if (i32.ne (local.get $bits) (i32.const 0xffff)) (then (return (i32.const 0))))
          (local.set $i (i32.add (local.get $i) (i32.const 16)))
          (br_if $parts (i32.lt_s (local.get $i) (local.get $n))))
        (else
          (local.set $bits (i32.xor (local.get $bits) (i32.const 0xffff)))
          (return (i32.eqz (i32.and (local.get $bits)
            (i32.sub (i32.shl (i32.const 1) (i32.sub (local.get $n) (local.get $i))) (i32.const 1))))))))
    (i32.const 1))

  ;; The position after the last line end in [floor, p), or -1.
  (func $lineStart (param $floor i32) (param $p i32) (result i32)
    (local $bits i32) (local $over i32)
    (loop $back
      (if (i32.le_s (local.get $p) (local.get $floor)) (then (return (i32.const -1))))
      (local.set $p (i32.sub (local.get $p) (i32.const 16)))
      (local.set $bits (i8x16.bitmask (i8x16.eq (v128.load align=1 (local.get $p)) (i8x16.splat (i32.const 10)))))
      (local.set $over (i32.sub (local.get $floor) (local.get $p)))
      (if (i32.gt_s (local.get $over) (i32.const 0)) (then
        (local.set $bits (i32.and (local.get $bits) (i32.shl (i32.const -1) (local.get $over))))))
      (if (local.get $bits) (then
        (return (i32.add (local.get $p) (i32.sub (i32.const 32) (i32.clz (local.get $bits)))))))
      (br $back))
    (i32.const -1))

  ;; $least, and 0 in it where one of the 64 bytes at $p (those of $mask) is NUL, and -1 where one is not ASCII.
  (func $lower (param $least v128) (param $p i32) (param $mask i64) (result v128)
    (if (i64.ne (i64.const 0) (i64.and (local.get $mask) (call $equal64 (local.get $p) (v128.const i32x4 0 0 0 0))))
      (then (local.set $least (i8x16.min_s (local.get $least) (v128.const i32x4 0 0 0 0)))))
    (if (i64.ne (i64.const 0) (i64.and (local.get $mask) (call $bits64
          (v128.load align=1 (local.get $p)) (v128.load offset=16 align=1 (local.get $p))
          (v128.load offset=32 align=1 (local.get $p)) (v128.load offset=48 align=1 (local.get $p)))))
      (then (local.set $least (i8x16.replace_lane 0 (local.get $least) (i32.const -1)))))
    (local.get $least))

  ;; Looks for the needle and counts line ends in one pass. A hit starts in [from, end) and ends at or before $valid. $flags: 1 one hit
  ;; per line, 2 start inside a line that is already a hit (its rest is passed over). At most $limit hits, each three i32: position,
  ;; line ends in [from, position), position after the last line end in [from, position) or -1.
  (func (export "search") (param $from i32) (param $end i32) (param $valid i32) (param $flags i32) (param $limit i32) (result i32)
    (local $p i32) (local $n i32) (local $o1 i32) (local $o2 i32) (local $hits i32) (local $lines i32) (local $open i32)
    (local $two i32) (local $misses i32) 
    (local $stop i32) (local $rest i32) (local $pos i32) (local $floor i32) (local $start i32) (local $q i32)
    (local $b1 v128) (local $m1 v128) (local $b2 v128) (local $m2 v128) (local $nl v128)
    (local $acc v128) (local $least v128) (local $x0 v128) (local $x1 v128) (local $x2 v128) (local $x3 v128)
    (local $c0 v128) (local $c1 v128) (local $c2 v128) (local $c3 v128)
    (local $ends i64) (local $cand i64)
    (local.set $p (local.get $from))
    (local.set $floor (local.get $from))
    (local.set $start (i32.const -1))
    (local.set $n (i32.load (i32.const 0x800)))
    (local.set $o1 (i32.load (i32.const 0x804)))
    (local.set $o2 (i32.load (i32.const 0x808)))
    (local.set $b1 (v128.load8_splat (i32.const 0x80c)))
    (local.set $m1 (v128.load8_splat (i32.const 0x80d)))
    (local.set $b2 (v128.load8_splat (i32.const 0x80e)))
    (local.set $m2 (v128.load8_splat (i32.const 0x80f)))
    (local.set $nl (i8x16.splat (i32.const 10)))
    (local.set $least (i8x16.splat (i32.const 127)))
    (local.set $two (i32.load8_u (i32.const 0x810)))
    (local.set $open (i32.and (i32.shr_u (local.get $flags) (i32.const 1)) (i32.const 1)))
    (block $finish (loop $scan
      (br_if $finish (i32.ge_s (local.get $p) (local.get $end)))

      ;; Inside a line that is a hit already: pass to its end.
      (if (local.get $open) (then
        (block $found (loop $pass
          (local.set $rest (i32.sub (local.get $end) (local.get $p)))
          (br_if $finish (i32.le_s (local.get $rest) (i32.const 0)))
          (local.set $ends (call $equal64 (local.get $p) (local.get $nl)))
          (if (i32.lt_s (local.get $rest) (i32.const 64))
            (then
              (local.set $ends (i64.and (local.get $ends) (call $low (local.get $rest))))
              (local.set $least (call $lower (local.get $least) (local.get $p) (call $low (local.get $rest)))))
            (else
              (local.set $least (i8x16.min_s (local.get $least) (i8x16.min_s
                (i8x16.min_s (v128.load align=1 (local.get $p)) (v128.load offset=16 align=1 (local.get $p)))
                (i8x16.min_s (v128.load offset=32 align=1 (local.get $p)) (v128.load offset=48 align=1 (local.get $p))))))))
          (br_if $found (i64.ne (local.get $ends) (i64.const 0)))
          (local.set $p (select (local.get $end) (i32.add (local.get $p) (i32.const 64))
            (i32.lt_s (local.get $rest) (i32.const 64))))
          (br $pass)))
        (local.set $p (i32.add (local.get $p) (i32.add (i32.wrap_i64 (i64.ctz (local.get $ends))) (i32.const 1))))
        (local.set $lines (i32.add (local.get $lines) (i32.const 1)))
        (local.set $open (i32.const 0))
        (local.set $floor (local.get $p))
        (local.set $start (local.get $p))
        (br_if $finish (i32.ge_s (local.get $hits) (local.get $limit)))
        (br $scan)))

      ;; Whole blocks of 64 without a candidate; 63 of them add at most 4 per lane each.
      (local.set $stop (i32.add (local.get $p) (i32.const 4032)))
      (if (i32.gt_s (local.get $stop) (local.get $end)) (then (local.set $stop (local.get $end))))
      (local.set $acc (v128.const i32x4 0 0 0 0))
      (if (i32.eqz (local.get $two)) (then (block $slow (loop $fast
        (br_if $slow (i32.gt_s (i32.add (local.get $p) (i32.const 64)) (local.get $stop)))
        (local.set $q (i32.add (local.get $p) (local.get $o1)))
        (br_if $slow (v128.any_true (v128.or
          (v128.or
            (i8x16.eq (v128.or (v128.load align=1 (local.get $q)) (local.get $m1)) (local.get $b1))
            (i8x16.eq (v128.or (v128.load offset=16 align=1 (local.get $q)) (local.get $m1)) (local.get $b1)))
          (v128.or
            (i8x16.eq (v128.or (v128.load offset=32 align=1 (local.get $q)) (local.get $m1)) (local.get $b1))
            (i8x16.eq (v128.or (v128.load offset=48 align=1 (local.get $q)) (local.get $m1)) (local.get $b1))))))
        (local.set $x0 (v128.load align=1 (local.get $p)))
        (local.set $x1 (v128.load offset=16 align=1 (local.get $p)))
        (local.set $x2 (v128.load offset=32 align=1 (local.get $p)))
        (local.set $x3 (v128.load offset=48 align=1 (local.get $p)))
        (local.set $acc (i8x16.add (local.get $acc) (i8x16.add
          (i8x16.add (i8x16.eq (local.get $x0) (local.get $nl)) (i8x16.eq (local.get $x1) (local.get $nl)))
          (i8x16.add (i8x16.eq (local.get $x2) (local.get $nl)) (i8x16.eq (local.get $x3) (local.get $nl))))))
        (local.set $least (i8x16.min_s (local.get $least) (i8x16.min_s
          (i8x16.min_s (local.get $x0) (local.get $x1)) (i8x16.min_s (local.get $x2) (local.get $x3)))))
        (local.set $p (i32.add (local.get $p) (i32.const 64)))
        (br $fast))))
      (else
      (block $slow (loop $fast
        (br_if $slow (i32.gt_s (i32.add (local.get $p) (i32.const 64)) (local.get $stop)))
        (local.set $q (i32.add (local.get $p) (local.get $o1)))
        (local.set $pos (i32.add (local.get $p) (local.get $o2)))
        (local.set $c0 (v128.and
          (i8x16.eq (v128.or (v128.load align=1 (local.get $q)) (local.get $m1)) (local.get $b1))
          (i8x16.eq (v128.or (v128.load align=1 (local.get $pos)) (local.get $m2)) (local.get $b2))))
        (local.set $c1 (v128.and
          (i8x16.eq (v128.or (v128.load offset=16 align=1 (local.get $q)) (local.get $m1)) (local.get $b1))
          (i8x16.eq (v128.or (v128.load offset=16 align=1 (local.get $pos)) (local.get $m2)) (local.get $b2))))
        (local.set $c2 (v128.and
          (i8x16.eq (v128.or (v128.load offset=32 align=1 (local.get $q)) (local.get $m1)) (local.get $b1))
          (i8x16.eq (v128.or (v128.load offset=32 align=1 (local.get $pos)) (local.get $m2)) (local.get $b2))))
        (local.set $c3 (v128.and
          (i8x16.eq (v128.or (v128.load offset=48 align=1 (local.get $q)) (local.get $m1)) (local.get $b1))
          (i8x16.eq (v128.or (v128.load offset=48 align=1 (local.get $pos)) (local.get $m2)) (local.get $b2))))
        (br_if $slow (v128.any_true (v128.or
          (v128.or (local.get $c0) (local.get $c1)) (v128.or (local.get $c2) (local.get $c3)))))
        (local.set $x0 (v128.load align=1 (local.get $p)))
        (local.set $x1 (v128.load offset=16 align=1 (local.get $p)))
        (local.set $x2 (v128.load offset=32 align=1 (local.get $p)))
        (local.set $x3 (v128.load offset=48 align=1 (local.get $p)))
        (local.set $acc (i8x16.add (local.get $acc) (i8x16.add
          (i8x16.add (i8x16.eq (local.get $x0) (local.get $nl)) (i8x16.eq (local.get $x1) (local.get $nl)))
          (i8x16.add (i8x16.eq (local.get $x2) (local.get $nl)) (i8x16.eq (local.get $x3) (local.get $nl))))))
        (local.set $least (i8x16.min_s (local.get $least) (i8x16.min_s
          (i8x16.min_s (local.get $x0) (local.get $x1)) (i8x16.min_s (local.get $x2) (local.get $x3)))))
        (local.set $p (i32.add (local.get $p) (i32.const 64)))
        (br $fast)))))
      (local.set $lines (i32.add (local.get $lines) (call $sum (i8x16.neg (local.get $acc)))))
      (local.set $rest (i32.sub (local.get $end) (local.get $p)))
      (br_if $finish (i32.le_s (local.get $rest) (i32.const 0)))

      ;; One block with candidates, or the last bytes.
      (if (i32.gt_s (local.get $rest) (i32.const 64)) (then (local.set $rest (i32.const 64))))
      (local.set $ends (i64.and (call $equal64 (local.get $p) (local.get $nl)) (call $low (local.get $rest))))
      (local.set $cand (i64.and (call $low (local.get $rest)) (i64.and
        (call $folded64 (i32.add (local.get $p) (local.get $o1)) (local.get $m1) (local.get $b1))
        (call $folded64 (i32.add (local.get $p) (local.get $o2)) (local.get $m2) (local.get $b2)))))
      (local.set $least (call $lower (local.get $least) (local.get $p) (call $low (local.get $rest))))
      ;; The first probe alone gave more than one block in eight for nothing: both from here on.
      (if (i64.eqz (local.get $cand)) (then
        (local.set $misses (i32.add (local.get $misses) (i32.const 1)))
        (if (i32.gt_s (i32.shl (local.get $misses) (i32.const 9))
              (i32.add (i32.sub (local.get $p) (local.get $from)) (i32.const 4096)))
          (then (local.set $two (i32.const 1)) (i32.store8 (i32.const 0x810) (i32.const 1))))))
      (block $none (loop $each
        (br_if $none (i64.eqz (local.get $cand)))
        (local.set $pos (i32.add (local.get $p) (i32.wrap_i64 (i64.ctz (local.get $cand)))))
        (local.set $cand (i64.and (local.get $cand) (i64.sub (local.get $cand) (i64.const 1))))
        (br_if $each (i32.gt_s (i32.add (local.get $pos) (local.get $n)) (local.get $valid)))
        (br_if $each (i32.eqz (call $stands (local.get $pos) (local.get $n))))
        ;; A hit: its line starts after the last line end before it, looked for no further back than the hit before.
        (local.set $q (call $lineStart (local.get $floor) (local.get $pos)))
        (if (i32.ge_s (local.get $q) (i32.const 0)) (then (local.set $start (local.get $q))))
        (local.set $floor (local.get $pos))
        (local.set $rest (i32.sub (local.get $pos) (local.get $p)))
        (if (local.get $rest) (then
          (local.set $lines (i32.add (local.get $lines) (i32.wrap_i64 (i64.popcnt
            (i64.and (local.get $ends) (call $low (local.get $rest)))))))))
        (local.set $q (i32.add (i32.const 0x4000) (i32.mul (local.get $hits) (i32.const 12))))
        (i32.store (local.get $q) (local.get $pos))
        (i32.store offset=4 (local.get $q) (local.get $lines))
        (i32.store offset=8 (local.get $q) (local.get $start))
        (local.set $hits (i32.add (local.get $hits) (i32.const 1)))
        (if (i32.and (local.get $flags) (i32.const 1))
          (then (local.set $p (local.get $pos)) (local.set $open (i32.const 1)) (br $scan)))
        ;; A needle holds no line end, so none is passed over here.
        (local.set $p (i32.add (local.get $pos) (local.get $n)))
        (br_if $finish (i32.ge_s (local.get $hits) (local.get $limit)))
        (br $scan)))
      (local.set $lines (i32.add (local.get $lines) (i32.wrap_i64 (i64.popcnt (local.get $ends)))))
      (local.set $p (i32.add (local.get $p) (local.get $rest)))
      (br $scan)))
    (i32.store (i32.const 0x820) (local.get $p))
    (i32.store (i32.const 0x824) (local.get $lines))
    (i32.store (i32.const 0x828) (local.get $open))
    (i32.store (i32.const 0x82c) (i32.eqz (i8x16.all_true (i8x16.gt_s (local.get $least) (v128.const i32x4 0 0 0 0)))))
    (i32.store (i32.const 0x830) (i32.ne (i8x16.bitmask (local.get $least)) (i32.const 0)))
    (local.get $hits))

  ;; Writes as i32 the positions in [from, end) where three bytes may be a keyword's fingerprint, at most $limit (at most 16,000).
  ;; Two filters: half-bytes looked up in tables of 8 groups (16 with $sets = 2), then one bit by hash of the three bytes, folded.
  ;; Misses none; a position that is none of the keywords' is possible and must be judged by the caller. Resume is where it stopped.
  (func (export "fingerprints") (param $p i32) (param $end i32) (param $limit i32) (result i32)
    (local $v v128) (local $r v128) (local $nibble v128) (local $l0 v128) (local $l1 v128) (local $l2 v128)
    (local $h0 v128) (local $h1 v128) (local $h2 v128) (local $bits i32) (local $pos i32) (local $hash i32) (local $count i32)
    (local $t00l v128) (local $t00h v128) (local $t01l v128) (local $t01h v128) (local $t02l v128) (local $t02h v128)
    (local.set $nibble (i8x16.splat (i32.const 15)))
    (local.set $t00l (v128.load (i32.const 0x900)))
    (local.set $t00h (v128.load (i32.const 0x910)))
    (local.set $t01l (v128.load (i32.const 0x920)))
    (local.set $t01h (v128.load (i32.const 0x930)))
    (local.set $t02l (v128.load (i32.const 0x940)))
    (local.set $t02h (v128.load (i32.const 0x950)))
    (block $finish (loop $scan
      (br_if $finish (i32.ge_s (local.get $p) (local.get $end)))
      (local.set $v (v128.load align=1 (local.get $p)))
      (local.set $l0 (v128.and (local.get $v) (local.get $nibble)))
      (local.set $h0 (v128.and (i16x8.shr_u (local.get $v) (i32.const 4)) (local.get $nibble)))
      (local.set $v (v128.load offset=1 align=1 (local.get $p)))
      (local.set $l1 (v128.and (local.get $v) (local.get $nibble)))
      (local.set $h1 (v128.and (i16x8.shr_u (local.get $v) (i32.const 4)) (local.get $nibble)))
      (local.set $v (v128.load offset=2 align=1 (local.get $p)))
      (local.set $l2 (v128.and (local.get $v) (local.get $nibble)))
      (local.set $h2 (v128.and (i16x8.shr_u (local.get $v) (i32.const 4)) (local.get $nibble)))
      (local.set $r (v128.and (v128.and (i8x16.swizzle (local.get $t00l) (local.get $l0)) (i8x16.swizzle (local.get $t00h) (local.get $h0)))
          (v128.and (v128.and (i8x16.swizzle (local.get $t01l) (local.get $l1)) (i8x16.swizzle (local.get $t01h) (local.get $h1)))
            (v128.and (i8x16.swizzle (local.get $t02l) (local.get $l2)) (i8x16.swizzle (local.get $t02h) (local.get $h2))))))
      (if (v128.any_true (local.get $r)) (then
        (local.set $bits (i32.xor (i32.const 0xffff) (i8x16.bitmask (i8x16.eq (local.get $r) (v128.const i32x4 0 0 0 0)))))
        (block $none (loop $each
          (br_if $none (i32.eqz (local.get $bits)))
          (local.set $pos (i32.add (local.get $p) (i32.ctz (local.get $bits))))
          (local.set $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
          (br_if $none (i32.ge_s (local.get $pos) (local.get $end)))
          (local.set $hash (i32.shr_u (i32.mul
            (i32.or (i32.and (i32.load align=1 (local.get $pos)) (i32.const 0xffffff)) (i32.const 0x202020))
            (i32.const 0x9e3779b1)) (i32.const 16)))
          (br_if $each (i32.eqz (i32.and
            (i32.shr_u (i32.load8_u offset=0x1000 (i32.shr_u (local.get $hash) (i32.const 3)))
              (i32.and (local.get $hash) (i32.const 7)))
            (i32.const 1))))
          (if (i32.ge_s (local.get $count) (local.get $limit)) (then
            (local.set $p (local.get $pos))
            (br $finish)))
          (i32.store offset=0x4000 (i32.shl (local.get $count) (i32.const 2)) (local.get $pos))
          (local.set $count (i32.add (local.get $count) (i32.const 1)))
          (br $each)))))
      (local.set $p (i32.add (local.get $p) (i32.const 16)))
      (br $scan)))
    (i32.store (i32.const 0x820)
      (select (local.get $end) (local.get $p) (i32.gt_s (local.get $p) (local.get $end))))
    (local.get $count))

  ;; Notes the position of a trigram that stands in the second table too; gives the number of positions noted.
  (func $note (param $p i32) (param $count i32) (result i32)
    (local $hash i32) (local $w i32)
    (local.set $w (i32.load align=1 (local.get $p)))
    (local.set $hash (i32.or
      (i32.and (local.get $w) (i32.const 0x7f))
      (i32.or
        (i32.and (i32.shr_u (local.get $w) (i32.const 1)) (i32.const 0x3f80))
        (i32.and (i32.shr_u (local.get $w) (i32.const 2)) (i32.const 0x1fc000)))))
    (if (i32.and
          (i32.shr_u (i32.load8_u offset=0x1c000 (i32.shr_u (local.get $hash) (i32.const 3)))
            (i32.and (local.get $hash) (i32.const 7)))
          (i32.const 1))
      (then
        (i32.store offset=0x4000 (i32.shl (local.get $count) (i32.const 2)) (local.get $p))
        (return (i32.add (local.get $count) (i32.const 1)))))
    (local.get $count))

  ;; Positions $p, $p + 2, $p + 4... before $end where a trigram stands that is in both tables. Stops with fewer than 4 of $limit left.
  ;; The lowest bit of each $k: whether the trigram's hash is known. The multiplier leaves the fourth byte of the load out.
  (func (export "trigrams") (param $p i32) (param $end i32) (param $limit i32) (result i32)
    (local $count i32) (local $last i32) (local $k0 i32) (local $k1 i32) (local $k2 i32) (local $k3 i32)
    (local.set $last (i32.sub (local.get $end) (i32.const 7)))
    (local.set $limit (i32.sub (local.get $limit) (i32.const 4)))
    (block $finish
      (loop $scan
        (br_if $finish (i32.ge_s (local.get $p) (local.get $last)))
        (br_if $finish (i32.gt_s (local.get $count) (local.get $limit)))
        (local.set $k0 (i32.shr_u (i32.mul (i32.load offset=0 align=1 (local.get $p)) (i32.const 0x9e2d5100)) (i32.const 14)))
        (local.set $k0 (i32.shr_u (i32.load8_u offset=0x14000 (i32.shr_u (local.get $k0) (i32.const 3))) (i32.and (local.get $k0) (i32.const 7))))
        (local.set $k1 (i32.shr_u (i32.mul (i32.load offset=2 align=1 (local.get $p)) (i32.const 0x9e2d5100)) (i32.const 14)))
        (local.set $k1 (i32.shr_u (i32.load8_u offset=0x14000 (i32.shr_u (local.get $k1) (i32.const 3))) (i32.and (local.get $k1) (i32.const 7))))
        (local.set $k2 (i32.shr_u (i32.mul (i32.load offset=4 align=1 (local.get $p)) (i32.const 0x9e2d5100)) (i32.const 14)))
        (local.set $k2 (i32.shr_u (i32.load8_u offset=0x14000 (i32.shr_u (local.get $k2) (i32.const 3))) (i32.and (local.get $k2) (i32.const 7))))
        (local.set $k3 (i32.shr_u (i32.mul (i32.load offset=6 align=1 (local.get $p)) (i32.const 0x9e2d5100)) (i32.const 14)))
        (local.set $k3 (i32.shr_u (i32.load8_u offset=0x14000 (i32.shr_u (local.get $k3) (i32.const 3))) (i32.and (local.get $k3) (i32.const 7))))
        (if (i32.and (i32.or (i32.or (local.get $k0) (local.get $k1)) (i32.or (local.get $k2) (local.get $k3))) (i32.const 1)) (then
          (if (i32.and (local.get $k0) (i32.const 1)) (then (local.set $count (call $note (i32.add (local.get $p) (i32.const 0)) (local.get $count)))))
          (if (i32.and (local.get $k1) (i32.const 1)) (then (local.set $count (call $note (i32.add (local.get $p) (i32.const 2)) (local.get $count)))))
          (if (i32.and (local.get $k2) (i32.const 1)) (then (local.set $count (call $note (i32.add (local.get $p) (i32.const 4)) (local.get $count)))))
          (if (i32.and (local.get $k3) (i32.const 1)) (then (local.set $count (call $note (i32.add (local.get $p) (i32.const 6)) (local.get $count)))))
        ))
        (local.set $p (i32.add (local.get $p) (i32.const 8)))
        (br $scan)))
    (block $ended
      (br_if $ended (i32.lt_s (local.get $p) (local.get $last)))
      (loop $rest
        (br_if $ended (i32.ge_s (local.get $p) (local.get $end)))
        (br_if $ended (i32.gt_s (local.get $count) (local.get $limit)))
        (local.set $k0 (i32.shr_u (i32.mul (i32.load offset=0 align=1 (local.get $p)) (i32.const 0x9e2d5100)) (i32.const 14)))
        (local.set $k0 (i32.shr_u (i32.load8_u offset=0x14000 (i32.shr_u (local.get $k0) (i32.const 3))) (i32.and (local.get $k0) (i32.const 7))))
        (if (i32.and (local.get $k0) (i32.const 1)) (then (local.set $count (call $note (local.get $p) (local.get $count)))))
        (local.set $p (i32.add (local.get $p) (i32.const 2)))
        (br $rest)))
    (i32.store (i32.const 0x820) (local.get $p))
    (local.get $count))
)
