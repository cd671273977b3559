/** Project rules that no other tool checks: names of files and exports, values only the token file may contain, leftovers. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = listed.split('\0').filter((file) => file && existsSync(resolve(root, file)))
const problems: string[] = []
const product = /^(packages|kernel|engines|applications|entry)\//
const source = /^(packages|kernel|engines|applications|entry|tools|bench|proofs)\/.*(?<!\.gen)\.(tsx?|css)$/
const colour = /['"`(:\s]#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(rgb|hsl)a?\(/i
/** A named colour is the same in the dark theme: white text, a black shadow. */
const names = 'white|black|silver|gr[ae]y|red|green|blue|orange|yellow|gold|navy|whitesmoke|(?:light|dark)[a-z]+'
const namedColour = new RegExp(
  `^\\s*[\\w-]*(?:color|background|fill|stroke|border|outline|shadow)[\\w-]*:[^;{]*(?<![\\w-])(?:${names})(?![\\w-])[^{]*;` +
    `|(?<!data-)(?:color|background|fill|stroke)[=:]\\s*['"](?:${names})['"]`,
  'i',
)
/** Font sizes up to 36 px come from the tokens, so that 大字 can enlarge them. */
const letters = /\b(font-size|line-height): ([12]?\d|3[0-6])px/
/** Before Chromium 122 a backdrop inherits no custom properties, so its token carries a fallback value. */
const fallback = /var\(--(?:\w+-)?mask, rgb\([^)]*\)\)/
/** Methods that our oldest browser lacks and that no build step adds. */
const tooYoung = /\.(toSorted|toReversed|toSpliced|groupBy)\(/
const wholePageStyles = /^packages\/web\/core\/\w+\.css$/

const exported =
  /^export (?:default )?(?:declare )?(?:abstract |async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/
/** Suffixes for the kind of a file; the name before them must be meaningful alone. */
const kindSuffix = /-(queries|routes|isolation|scoped-lists)$/
/** Words in -ing that are nouns. */
const nouns = new Set(
  `binding branding building ceiling finding greeting heading listing mapping meeting morning paging pairing rating
  ring schooling setting sibling spelling spring string teaching thing training warning`.split(/\s+/),
)
const participles = new Set(
  `asked checked chosen done found given gone handed held hidden joined kept known left made moved noted placed
  remembered said seen sent shown spoken taken told unsaved wanted weighed`.split(/\s+/),
)
/** Banned words and what to say instead; docs/contributors/glossary.md explains them. Names are compared in kebab-case. */
const banned: [RegExp, string][] = [
  [/\basked\b|\bwanted$/, '…Filter, …Query or …Request'],
  [/^(looks?|plan|aim)$/, 'the noun too: YearPlan, TargetClass'],
  [/^places?$|\b(change|main|staff|student|use)-places?\b|\bplace-id\b/, 'enrolment, membership or listState'],
  [/\bstandings?\b/, 'EffectivePermissions or CurrentEnrolment'],
  [/^hold-/, 'lock'],
  [/\b(told|tells?|telling)\b/, 'notify, notification, notifiedCount or ActionPreview'],
  [/\b(words-of|replace-words|new-words?|by-word)\b/, 'message, label, text or code'],
  [/\bkey-words\b/, 'matchHint'],
  [/\bweigh(s|ed|ing)?\b/, 'plan or preview'],
  [/\bgrounds?\b/, 'ListContext, ImportContext or another …Context'],
  [/\bmirrors?\b/, 'explainAccess or roleImpact'],
  [/\b(shelf|shelves)\b/, 'EphemeralStore'],
  [/\brole-books?\b|\bread-book\b/, 'RoleDefinitions or loadRoleDefinitions'],
  [/\bcrowds?\b/, 'HolderGroup'],
  [/^sides?$/, 'PermissionSnapshot, or the noun'],
  [/^desk-for$/, 'validateRoleForm'],
  [/\bknock(s|ers?|ing)?\b/, 'caller or callAs'],
  [/^ways?$/, 'DeliveryChannel, or the noun'],
  [/\bfates?\b/, 'DeliveryStatus, DeliveryReceipt or outcome'],
  [/^handed$/, 'SentMessage'],
  [/\bvoice\b|\bspoken\b/, 'LiveRegion, visuallyHidden or useAnnounce'],
  [/^keeper$/, 'PreferenceStore'],
  [/^said$/, 'message, or the noun'],
  [/\bcures?\b/, 'fix'],
  [/\bwish(es)?\b/, 'input or plan'],
  [/\bbring-in\b/, 'import'],
  [/\btake-along\b/, 'export'],
  [/\bblind\b/, 'hidden'],
  [/\bconceal\b/, 'maskHiddenFields'],
  [/\bhunted\b/, 'isRateLimited'],
  [/\bis-forbidden\b|\bforbid\b/, 'disable or isDisabled'],
  [/^found$/, 'orNotFound'],
  [/\bfound-district\b/, 'createDistrict'],
  [/\bdrills?\b(?!-down)/, 'proof'],
  [/\bhouse\b(?!-icon)/, 'modules or app'],
  [/\bdoors?\b(?!-illustration)/, 'sign-in method'],
  [/\busual\b/, 'isPrimary or common'],
  [/\bloud\b/, 'needsAttention'],
  [/\bis-apart\b/, 'dividerBefore'],
  [/^(offer|learn)-/, 'a field of defineServerModule'],
]

const kebab = (name: string) => name.replaceAll(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3-$2').toLowerCase()

function checkName(where: string, shown: string, name: string) {
  const found = banned.find(([pattern]) => pattern.test(name))
  if (found) problems.push(`${where}: ${shown}: say ${found[1]}`)
  else if (participles.has(name)) problems.push(`${where}: ${shown}: a bare participle; say the noun too`)
  else if (/^[a-z]+ing$/.test(name) && !nouns.has(name)) {
    problems.push(`${where}: ${shown}: a bare gerund; use a noun, or a verb and its noun`)
  }
}

for (const file of files) {
  if (/(^|\/)(utils?|helpers?|common)(\/|\.)/.test(file)) problems.push(`${file}: name it for what it does`)
  if (file.endsWith('.md') && /^(<{7}|>{7}) /m.test(readFileSync(resolve(root, file), 'utf8')))
    problems.push(`${file}: an unresolved conflict of a merge`)
  if (!source.test(file)) continue
  checkName(file, 'file name', basename(file).replace(/\..*/, '').replace(kindSuffix, ''))
  const lines = readFileSync(resolve(root, file), 'utf8').split('\n')
  for (const [at, line] of lines.entries()) {
    const name = exported.exec(line)?.[1]
    if (name) checkName(`${file}:${at + 1}`, name, kebab(name))
  }
  if (!product.test(file)) continue
  if (!/^[a-z0-9.-]+$/.test(basename(file))) problems.push(`${file}: files are kebab-case`)
  const isTest = /\.test\.tsx?$/.test(file)
  if (lines.length > 500 && !isTest) problems.push(`${file}: ${lines.length} lines; files stay under 500`)
  const mayColour = !/\/web\//.test(file) || /\/tokens(\.desk)?\.ts$/.test(file)
  if (file.endsWith('.css') && !file.endsWith('.module.css') && !wholePageStyles.test(file)) {
    problems.push(`${file}: styles are CSS modules; plain class names collide in silence`)
  }
  for (const [at, line] of lines.entries()) {
    const where = `${file}:${at + 1}`
    if (!mayColour && colour.test(line.replace(fallback, '')))
      problems.push(`${where}: a colour outside the token file`)
    if (!mayColour && !isTest && /\.(css|tsx)$/.test(file) && namedColour.test(line))
      problems.push(`${where}: a named colour; use a token`)
    if (file.endsWith('.css') && letters.test(line)) problems.push(`${where}: letters grow in 大字; var(--type-14)`)
    if (/font-weight: (?!400|600)\d|fontWeight: (?!400|600)\d/.test(line)) {
      problems.push(`${where}: weights are 400 and 600; the faces people have know no other`)
    }
    if (!isTest && /\/web\//.test(file) && tooYoung.test(line)) problems.push(`${where}: Chrome 109 does not have it`)
    if (/\b(TODO|FIXME|XXX|HACK)\b/.test(line)) problems.push(`${where}: an open end; mend it or file it`)
    if (/\b(it|test|describe)\.(only|skip)\b/.test(line)) problems.push(`${where}: a test that does not run`)
  }
}

for (const problem of problems) console.error(`words: ${problem}`)
if (problems.length > 0) process.exit(1)
console.log(`words: ${files.length} files`)
