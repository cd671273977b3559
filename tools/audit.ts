/**
 * Asks the registry for known vulnerabilities of our dependencies. Fails for a high or critical one that is not
 * accepted in docs/security/accepted-findings.json, or whose acceptance has expired. Where the registry's audit
 * endpoint cannot be reached, it prints that and passes: a machine without it must not fail, but the missing check must
 * be visible.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

interface Finding {
  id: string
  severity: string
  module: string
  title: string
}

interface Accepted {
  id: string
  reason: string
  /** The finding counts again after this day. */
  until: string
}

interface Advisory {
  github_advisory_id?: string
  severity: string
  module_name: string
  title: string
}

/** The report of the registry; undefined without a valid answer. */
export function readReport(output: string): Finding[] | undefined {
  try {
    const { advisories } = JSON.parse(output) as { advisories?: Record<string, Advisory> }
    if (!advisories) return undefined
    return Object.entries(advisories).map(([id, advisory]) => ({
      id: advisory.github_advisory_id ?? id,
      severity: advisory.severity,
      module: advisory.module_name,
      title: advisory.title,
    }))
  } catch {
    return undefined
  }
}

/** The findings that fail the run. */
export function unaccepted(findings: readonly Finding[], accepted: readonly Accepted[], today: string): Finding[] {
  const good = new Set(accepted.filter(({ until }) => until >= today).map(({ id }) => id))
  return findings.filter(({ id, severity }) => /^(high|critical)$/.test(severity) && !good.has(id))
}

if (process.argv[1] === import.meta.filename) {
  const output = await ask()
  const findings = readReport(output)
  if (!findings) {
    console.log('audit: NOT DONE: the audit endpoint of the registry does not answer here. Run it where it does.')
    console.log(output.split('\n').slice(0, 4).join('\n'))
  } else {
    const accepted = JSON.parse(
      readFileSync(join(root, 'docs/security/accepted-findings.json'), 'utf8'),
    ) as readonly Accepted[]
    const wrong = unaccepted(findings, accepted, new Date().toISOString().slice(0, 10))
    for (const { id, severity, module, title } of wrong)
      console.error(`audit: Error: ${severity} ${module}: ${title} (${id})`)
    console.log(`audit: ${findings.length} known findings, ${wrong.length} high or critical that nobody has accepted`)
    if (wrong.length > 0) process.exitCode = 1
  }
}

function ask() {
  return new Promise<string>((done) => {
    execFile('pnpm', ['audit', '--json'], { cwd: root, timeout: 60_000, maxBuffer: 2 ** 26 }, (_, stdout, stderr) =>
      done(stdout || stderr),
    )
  })
}
