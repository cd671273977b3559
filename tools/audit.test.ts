import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readReport, unaccepted } from './audit.ts'

const advisory = (severity: string, id: string) => ({
  severity,
  github_advisory_id: id,
  module_name: 'left-pad',
  title: 'a hole',
})
const report = JSON.stringify({
  advisories: { 1: advisory('high', 'GHSA-1'), 2: advisory('critical', 'GHSA-2'), 3: advisory('moderate', 'GHSA-3') },
})

it('fails for high and critical findings, unless they are accepted and not for too long', () => {
  const findings = readReport(report)!
  const ids = (accepted: Parameters<typeof unaccepted>[1]) =>
    unaccepted(findings, accepted, '2026-11-17').map(({ id }) => id)
  expect(ids([])).toEqual(['GHSA-1', 'GHSA-2'])
  expect(ids([{ id: 'GHSA-1', reason: 'only at build time', until: '2026-12-01' }])).toEqual(['GHSA-2'])
  expect(ids([{ id: 'GHSA-1', reason: 'only at build time', until: '2026-11-16' }])).toEqual(['GHSA-1', 'GHSA-2'])
})

it('distinguishes an answer of the registry from an unreachable registry', () => {
  expect(readReport('Error: ERR_PNPM_AUDIT_BAD_RESPONSE … responded with 405')).toBeUndefined()
  expect(readReport('{"error":{"code":"ERR_PNPM_AUDIT_BAD_RESPONSE"}}')).toBeUndefined()
  expect(readReport('{"advisories":{}}')).toEqual([])
})

it('lists our dependencies in CycloneDX, each with its version and source', () => {
  const root = join(import.meta.dirname, '..')
  const args = ['sbom', '--lockfile-only', '--prod', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const sbom = JSON.parse(execFileSync('pnpm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })) as {
    bomFormat: string
    components: { name: string; version: string; purl: string }[]
  }
  expect(sbom.bomFormat).toBe('CycloneDX')
  const fastify = sbom.components.find(({ name }) => name === 'fastify')
  expect(fastify?.purl).toBe(`pkg:npm/fastify@${fastify?.version}`)
  expect(sbom.components.some(({ name }) => name === 'vitest')).toBe(false)
})
