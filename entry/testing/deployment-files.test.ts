import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createBareServer } from '#packages/http'
import { root } from '../modules.ts'

interface Service {
  image: string
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  ports?: string[]
  command?: string[] | string
  user?: string
  cap_drop?: string[]
  read_only?: boolean
  mem_limit?: string
}
interface Compose {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
}

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const compose = parse(textOf('ops/compose.yaml'), { merge: true }) as Compose
const services = Object.entries(compose.services)
const ours = ['admin', 'api', 'worker'].map((name) => compose.services[name]!)
const settingsOf = ({ environment = {} }: Service) => Object.entries(environment)

describe('ops/compose.yaml', () => {
  it('has a separate secret for each role, in files outside the repository', () => {
    const files = Object.values(compose.secrets).map(({ file }) => file)
    expect(new Set(files).size).toBe(files.length)
    for (const role of ['superuser', 'owner', 'app', 'directory', 'public'])
      expect(compose.secrets).toHaveProperty(`pg_${role}`)
    expect(textOf('.gitignore')).toContain('ops/secrets/')
    const passwords = [...textOf('ops/postgres/roles.sql').matchAll(/login password (:'\w+')/g)].map(
      ([, variable]) => variable,
    )
    expect(new Set(passwords).size).toBe(4)
  })

  it('puts no secret into an environment, an address or a command', () => {
    for (const [name, service] of services) {
      for (const [setting, value] of settingsOf(service)) {
        expect(`${name} ${setting}: ${value}`).not.toMatch(/:\/\/[^/@]*:[^/@]*@/)
        expect(`${name} ${setting}`).not.toMatch(/(PASSWORD|SECRET|(MASTER|INDEX)_KEY)$/)
      }
      expect(JSON.stringify(service.command ?? '')).not.toMatch(/requirepass|\$\{[A-Z_]*(PASSWORD|SECRET|KEY)/)
    }
  })

  it('gives each process only what it needs: the owner’s password only to the administration', () => {
    const servicesWith = (secret: string) =>
      services.flatMap(([name, { secrets = [] }]) => (secrets.includes(secret) ? name : []))
    expect(servicesWith('pg_owner').toSorted()).toEqual(['admin', 'prepare'])
    expect(servicesWith('pg_superuser').toSorted()).toEqual(['postgres', 'prepare'])
    expect(servicesWith('master_key').toSorted()).toEqual(['admin', 'api', 'worker'])
  })

  it('exposes nothing but the edge and the devices’ broker', () => {
    const open = services.filter(([, { ports = [] }]) => ports.length > 0).map(([name]) => name)
    expect(open.toSorted()).toEqual(['edge', 'mqtt'])
    for (const service of ours) {
      expect(service.environment).toMatchObject({ QIMING_OPS_HOST: '127.0.0.1', NODE_ENV: 'production' })
      expect(service.environment!['QIMING_TRUSTED_PROXIES']).toMatch(/^10\.77\.0\.10$/)
      expect(service.environment).not.toHaveProperty('QIMING_SAMPLES')
      expect(service.environment).not.toHaveProperty('QIMING_DEMO')
    }
  })

  it('uses TLS between the machines', () => {
    for (const [name, service] of services)
      for (const [setting, value] of settingsOf(service).filter(
        ([, text]) => text.includes('://') && URL.canParse(text),
      )) {
        const { protocol, searchParams, hostname } = new URL(value)
        if (hostname === '127.0.0.1') continue
        expect(`${name} ${setting} ${protocol}`).toMatch(/ (postgres|rediss|https|mqtts):$/)
        expect(protocol === 'postgres:' ? searchParams.get('sslmode') : 'verify-full').toBe('verify-full')
      }
    expect(compose.services['redis']!.command).toEqual(expect.arrayContaining(['--tls-port', '--port', '0']))
    expect(compose.services['postgres']!.command).toEqual(expect.arrayContaining(['ssl=on']))
    expect(textOf('ops/postgres/pg_hba.conf')).not.toMatch(/^host\s.*(scram|trust|md5)/m)
    expect(compose.services['edge']!.environment).toMatchObject({ LISTEN: '443 ssl', FILES_LISTEN: '443 ssl' })
  })

  it('mounts nothing of the checkout into our processes, and runs them without privileges', () => {
    for (const service of ours) {
      for (const volume of service.volumes ?? []) expect(volume).not.toMatch(/^\.\.|^\.(:|\/(?!tls\/ca\.crt))/)
      expect(service).toMatchObject({ user: 'node', cap_drop: ['ALL'], read_only: true })
      expect(service.mem_limit).toBeTruthy()
    }
  })
})

describe('the image', () => {
  const lines = textOf('ops/Dockerfile').split('\n')
  const ignored = textOf('.dockerignore').split('\n')

  it('runs as an unprivileged user, with production dependencies only', () => {
    expect(lines.filter((line) => line.startsWith('USER')).at(-1)).toBe('USER node')
    expect(lines.join('\n')).toContain('--frozen-lockfile --prod --ignore-scripts')
  })

  it('includes only what is named: neither history nor tests, seeds or simulators', () => {
    expect(ignored.find((line) => line && !line.startsWith('#'))).toBe('*')
    expect(ignored.some((line) => line.startsWith('!.git'))).toBe(false)
    for (const left of ['entry/e2e', 'entry/simulators', 'entry/testing', '**/*.test.ts', '**/journeys'])
      expect(ignored).toContain(left)
  })

  it('has everything that the processes import', () => {
    const without = ['entry/e2e/**', 'entry/simulators/**', 'entry/testing/**', 'packages/testing/**', '**/testing/**']
    const isShipped = (file: string) =>
      !without.some((glob) => matchesGlob(file, glob)) &&
      (!file.startsWith('entry/seed/') || file.endsWith('demo-totp.ts'))
    for (const file of globSync('entry/{api,worker,admin}/*.ts', { cwd: root }).filter(
      (name) => !name.includes('.test.'),
    ))
      for (const [, path] of textOf(file).matchAll(/from '(\.\.?\/[^']+)'/g)) {
        const target = join(file, '..', path!)
        expect(`${file} imports ${target}: ${isShipped(target) ? 'shipped' : 'MISSING'}`).toMatch(/shipped$/)
      }
  })
})

describe('the broker', () => {
  it.each(['ops/mosquitto/mosquitto.conf', 'tools/stack/mqtt.ts'])('%s lets no device act for another one', (file) => {
    const text = textOf(file)
    for (const rule of [
      'allow_anonymous false',
      'use_username_as_clientid true',
      /message_size_limit \d+/,
      /max_inflight_messages \d+/,
      /max_queued_messages \d+/,
      /max_connections \d+/,
    ])
      expect(text).toMatch(rule)
  })

  it('listens with TLS only', () => {
    const text = textOf('ops/mosquitto/mosquitto.conf')
    expect(text.match(/^listener .*/gm)).toEqual(['listener 8883'])
    for (const rule of ['certfile', 'keyfile', 'tls_version tlsv1.2']) expect(text).toContain(rule)
  })
})

describe('the edge', () => {
  const folder = mkdtempSync(join(tmpdir(), 'edge-'))
  const values: Record<string, string> = {
    LISTEN: '127.0.0.1:1443 ssl',
    FILES_LISTEN: '127.0.0.1:1444 ssl',
    PLAIN_LISTEN: '127.0.0.1:1080',
    API: '127.0.0.1:3000',
    FILES: '127.0.0.1:3003',
    LOGS: folder,
    TLS: folder,
  }
  const filled = (name: string) =>
    textOf(`ops/nginx/${name}`).replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => values[variable]!)

  it('is a configuration that nginx accepts', () => {
    const pair = ['-keyout', join(folder, 'edge.key'), '-out', join(folder, 'edge.crt')]
    const make = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=localhost',
    ]
    execFileSync('openssl', [...make, ...pair], { stdio: 'ignore' })
    const config = join(folder, 'nginx.conf')
    const parts = ['tls.conf', 'portal.conf', 'files.conf'].map(filled).join('\n')
    writeFileSync(config, `pid ${folder}/pid; error_log ${folder}/error.log; events {}\nhttp {\n${parts}\n}\n`)
    expect(() => execFileSync('nginx', ['-t', '-q', '-c', config, '-p', folder], { stdio: 'pipe' })).not.toThrow()
  })

  it('closes an idle connection before the API does, so that no request meets a closed one', async () => {
    const [, seconds] = /^ {2}keepalive_timeout (\d+)s;/m.exec(textOf('ops/nginx/portal.conf'))!
    const api = createBareServer({ log: false }, {})
    const { keepAliveTimeout, headersTimeout } = api.server
    await api.close()
    expect(keepAliveTimeout).toBeGreaterThan(Number(seconds) * 1000)
    expect(headersTimeout).toBeGreaterThan(keepAliveTimeout)
  })

  it('uses TLS 1.2 and 1.3 with forward secrecy only, and forwards no token sent in plain text', () => {
    const tls = textOf('ops/nginx/tls.conf')
    expect(tls).toMatch(/^ssl_protocols TLSv1\.2 TLSv1\.3;$/m)
    const ciphers = /^ssl_ciphers (.*);$/m.exec(tls)![1]!.split(':')
    expect(ciphers.every((name) => /^ECDHE-(ECDSA|RSA)-(AES\d+-GCM|CHACHA20)/.test(name))).toBe(true)
    expect(tls).toMatch(/location \/api\/ \{\s+return 403;/)
    expect(tls).toMatch(/return 308 https:\/\//)
  })
})
