import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import {
  applicationParts,
  buildPageUrl,
  missingReasons,
  type ApplicationPart,
  type MissingReason,
} from '#packages/contract'
import type { ServerModule } from '#packages/http'
import { deriveIsolation, type Isolation, type ScopedLists } from '#packages/testing'

/** What an application has joined, part by part, and what is missing without a reason. */
export interface BirthCertificate {
  key: string
  parts: Readonly<Record<ApplicationPart, { joined: readonly string[]; reason: string | undefined }>>
  problems: readonly string[]
}

export const metricsAtLeast = 3

/** `folder` is that of the application; its module need not be part of the product. */
export async function certifyApplication(module: ServerModule, folder: string): Promise<BirthCertificate> {
  const { manifest } = module
  const { without = {} } = manifest
  const { joined, problems } = await listParts(module, folder)
  const parts = Object.fromEntries(
    applicationParts.map((part) => [part, { joined: joined[part], reason: without[part]?.note }]),
  ) as BirthCertificate['parts']
  for (const part of applicationParts) {
    const { length } = joined[part]
    const isThere = part === 'metrics' ? length >= metricsAtLeast : length > 0
    if (!isThere && !without[part]) problems.push(`${part}: missing, and the manifest gives no reason in without`)
    if (isThere && without[part]) problems.push(`${part}: the manifest says why it is missing, but it is there`)
    const reason = without[part]
    if (!isThere && reason) problems.push(...checkReason(module, folder, part, reason))
  }
  return { key: manifest.key, parts, problems }
}

/** A reason must be known for this part, and true where that can be seen. */
function checkReason(
  { entities = [], routes }: ServerModule,
  folder: string,
  part: ApplicationPart,
  { because, note }: MissingReason,
): string[] {
  const parts: readonly ApplicationPart[] = missingReasons[because] ?? []
  if (!parts.includes(part)) return [`${part}: “${because}” is no reason for it`]
  if (note.trim() === '') return [`${part}: the reason needs a note`]
  const hasData = entities.length > 0 || existsSync(join(folder, 'server/migrations'))
  if (because === 'no-data' && hasData) return [`${part}: it has data of its own`]
  if (because === 'no-endpoints' && (entities.length > 0 || routes)) return [`${part}: it has endpoints of its own`]
  return []
}

async function listParts(module: ServerModule, folder: string) {
  const { manifest, entities = [], imports = [], exports = [] } = module
  const problems: string[] = []
  const pages = manifest.pages ?? []
  const scoped = await load<ScopedLists>(folder, 'server/scoped-lists.ts')
  const isolation = await load<Isolation>(folder, 'server/isolation.ts')
  const declaredRoutes = new Set<unknown>(Object.values(isolation?.api ?? {}))
  const declared = Object.values(isolation?.api ?? {}).map(({ path }) => path)
  const derived = entities.flatMap((entity) => Object.values(deriveIsolation(entity, declaredRoutes, entities).api))
  const ofEntities = derived.map(({ path }) => path)
  // Routes such as `reveal` have no derived cases.
  const covered = new Set([...declared, ...ofEntities])
  for (const { path } of entities.flatMap(({ api }) => Object.values(api)))
    if (!covered.has(path)) problems.push(`accessCases: server/isolation.ts has no case for ${path}`)
  const permissions = Object.entries(manifest.permissions).map(([code, { defaultFor }]) => {
    const roles = Array.isArray(defaultFor) ? (defaultFor as string[]) : Object.keys(defaultFor)
    if (roles.length === 0) problems.push(`permissions: no role has ${code} by default`)
    return { code, roles }
  })
  const help = readText(folder, 'help.md')
  for (const page of pages)
    if (!help.includes(`<!-- help: ${page.help} -->`)) problems.push(`handbook: help.md has no ${page.help}`)
  const metrics = Object.keys(manifest.metrics ?? {})
  const counted = new Set((module.metricCounts ?? []).map(({ code }) => code))
  for (const code of metrics) if (!counted.has(code)) problems.push(`metrics: no query counts ${code}`)
  const acceptance = listAcceptance(folder)
  for (const { file, title } of acceptance)
    if (!readText(folder, file).includes(title)) problems.push(`acceptance: ${file} has no “${title}”`)
  const joined: Record<ApplicationPart, readonly string[]> = {
    permissions: permissions
      .filter(({ roles }) => roles.length > 0)
      .map(({ code, roles }) => `${code} (${roles.join(', ')})`),
    scopedLists: [
      ...entities.filter(({ crud: { entity } }) => entity.scope.org ?? entity.scope.owner).map(({ key }) => key),
      ...Object.keys(scoped?.lists ?? {}),
    ],
    accessCases: [...new Set([...ofEntities, ...declared])],
    import: imports.map(({ key }) => key),
    export: exports.map(({ key }) => key),
    orgContents: (module.orgContents ?? []).map(({ key }) => key),
    recordKind: (module.recordKinds ?? []).map(({ kind }) => kind),
    // What a person hands over before the membership ends.
    responsibilities: (module.responsibilities ?? []).map(({ key }) => key),
    messageTemplates: (module.messageTemplates ?? []).map(({ code }) => code),
    settings: (module.settings ?? []).map(({ type }) => type),
    demoRows: (module.demoRows ?? []).map(({ key }) => key),
    handbook: [...help.matchAll(/<!-- help: (\S+) -->/g)].map((match) => match[1]!),
    addresses: [...pages.map((page) => buildPageUrl(manifest, page)), ...(manifest.web?.phonePages ?? [])],
    acceptance: acceptance.map(({ behaviour, title }) => `${behaviour}: “${title}”`),
    metrics,
  }
  return { joined, problems }
}

/** The rows of the table in `acceptance.md`: a behaviour, and the test in this folder that holds it. */
export const listAcceptance = (folder: string) =>
  [...readText(folder, 'acceptance.md').matchAll(/^\| ([^|]+) \| `([^`]+)` \| ([^|]+) \|$/gm)].map(
    ([, behaviour = '', file = '', title = '']) => ({ behaviour, file, title: title.trim() }),
  )

const readText = (folder: string, name: string) =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''

const load = async <Declared>(folder: string, name: string) =>
  existsSync(join(folder, name)) ? ((await import(resolve(folder, name))) as { default: Declared }).default : undefined

/** The certificate as lines of text. */
export function printCertificate({ key, parts, problems }: BirthCertificate): string {
  const lines = applicationParts.map((part) => {
    const { joined, reason } = parts[part]
    return `  ${part.padEnd(17)} ${joined.join(', ') || (reason ? `none: ${reason}` : 'MISSING')}`
  })
  return [
    `${key}: ${problems.length === 0 ? 'certified' : 'NOT certified'}`,
    ...lines,
    ...problems.map((one) => `  ! ${one}`),
  ].join('\n')
}

/** The applications of the product with their folders. */
export const listApplications = (modules: readonly ServerModule[], root: string) =>
  modules.flatMap((module) => {
    const folder = join(root, 'applications', module.manifest.key)
    return existsSync(folder) ? [{ module, folder, name: basename(folder) }] : []
  })
