/**
 * What the oldest supported browser, Chrome 109, does not have. The build lowers syntax and CSS nesting, but adds no
 * missing functions: a page that calls one stops there.
 */
const tooNew: readonly { name: string; since: number; pattern: RegExp }[] = [
  { name: 'Array toSorted, toReversed, toSpliced', since: 110, pattern: /\.(toSorted|toReversed|toSpliced)\(/ },
  { name: 'Array with', since: 110, pattern: /\.with\([^(),]+,/ },
  { name: 'String isWellFormed', since: 111, pattern: /\.(is|to)WellFormed\(/ },
  { name: 'the v flag of regular expressions', since: 112, pattern: /new RegExp\([^()]*,\s*[`"'][a-z]*v[a-z]*[`"']\)/ },
  { name: 'the size of search parameters', since: 113, pattern: /(URLSearchParams\([^()]*\)|searchParams)\.size\b/ },
  { name: 'AbortSignal.any', since: 116, pattern: /AbortSignal\.any\(/ },
  { name: 'groupBy', since: 117, pattern: /\b(Object|Map)\.groupBy\(/ },
  { name: 'Promise.withResolvers', since: 119, pattern: /Promise\.withResolvers\(/ },
  { name: 'Array.fromAsync', since: 121, pattern: /Array\.fromAsync\(/ },
  {
    name: 'operations of sets',
    since: 122,
    pattern: /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  },
  { name: 'operations of sets', since: 122, pattern: /new Set\([^()]*\)\.(union|intersection|difference)\(/ },
  {
    name: 'operations of iterators',
    since: 122,
    pattern: /\.(values|keys|entries)\(\)\.(map|filter|some|find|toArray)\(/,
  },
  { name: 'Promise.try', since: 128, pattern: /Promise\.try\(/ },
  { name: 'RegExp.escape', since: 136, pattern: /RegExp\.escape\(/ },
]

/** Style that changes more than a detail where it is missing. */
const tooNewStyle: readonly { name: string; since: number; pattern: RegExp }[] = [
  { name: 'color-mix() and oklch()', since: 111, pattern: /\b(color-mix|oklch|oklab)\(/ },
  { name: 'nested rules', since: 112, pattern: /[{;]\s*&/ },
  { name: 'popovers', since: 114, pattern: /:popover-open/ },
  { name: 'subgrid', since: 117, pattern: /\bsubgrid\b/ },
  { name: '@starting-style', since: 117, pattern: /@starting-style/ },
  { name: '@scope', since: 118, pattern: /@scope\b/ },
  { name: 'relative colours', since: 119, pattern: /\b(rgb|hsl)\(\s*from / },
  { name: 'light-dark()', since: 123, pattern: /light-dark\(/ },
  { name: 'anchors', since: 125, pattern: /\banchor\(/ },
]

/** The features in a built file that Chrome 109 lacks. */
export const findTooNew = (file: string, text: string): string[] =>
  (file.endsWith('.css') ? tooNewStyle : tooNew)
    .filter(({ pattern }) => pattern.test(text))
    .map(({ name, since }) => `${file} uses ${name}, which Chrome has since ${since}; the oldest supported is 109`)
