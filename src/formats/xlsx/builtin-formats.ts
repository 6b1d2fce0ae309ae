/**
 * Number formats that a workbook names by number only (ECMA-376 part 1, 18.8.30). Some of them depend on the language of the program;
 * here they stand as in US English, with the system's short date written as mm/dd/yyyy, which is what LibreOffice shows.
 *
 * Not covered: the East Asian and Thai forms of 27 to 36, 50 to 58 and 59 to 81: those are shown as the plain date, time or number they are.
 */

const SHORT_DATE = "mm/dd/yyyy";

const FORMATS: Readonly<Record<number, string>> = {
  0: "General",
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  5: "$#,##0_);($#,##0)",
  6: "$#,##0_);[Red]($#,##0)",
  7: "$#,##0.00_);($#,##0.00)",
  8: "$#,##0.00_);[Red]($#,##0.00)",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: SHORT_DATE,
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: `${SHORT_DATE} h:mm`,
  32: "h:mm",
  33: "h:mm:ss",
  34: "h:mm",
  35: "h:mm:ss",
  37: "#,##0_);(#,##0)",
  38: "#,##0_);[Red](#,##0)",
  39: "#,##0.00_);(#,##0.00)",
  40: "#,##0.00_);[Red](#,##0.00)",
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_($* #,##0_);_($* (#,##0);_($* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)',
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  49: "@",
  59: "0",
  60: "0.00",
  61: "#,##0",
  62: "#,##0.00",
  67: "0%",
  68: "0.00%",
  69: "# ?/?",
  70: "# ??/??",
  71: SHORT_DATE,
  72: "d-mmm-yy",
  73: "d-mmm",
  74: "mmm-yy",
  75: "h:mm",
  76: "h:mm:ss",
  77: `${SHORT_DATE} h:mm`,
  78: "mm:ss",
  79: "[h]:mm:ss",
  80: "mm:ss.0",
  81: SHORT_DATE,
};

export function builtinFormat(id: number): string {
  const known = FORMATS[id];
  if (known !== undefined) return known;
  return (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? SHORT_DATE : "General";
}
