/**
 * Asks the registry for known holes in what we depend on. Fails for a high or critical one that nobody has accepted in
 * docs/security/accepted-findings.json, or whose acceptance is over. Where the registry's audit endpoint cannot be reached
 * it says so and passes: a machine without it must not fail for that, and nobody must think it had looked.
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
  /** After this day it counts again. */
  until: string
}

interface Advisory {
  github_advisory_id?: string
  severity: string
  module_name: string
  title: string
}

/** What the registry said; nothing when it did not answer as it should. */
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

/** Those that fail the run. */
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
