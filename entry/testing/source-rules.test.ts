import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../modules.ts'
import { listModuleState } from './module-state.ts'

const files = globSync('{packages,kernel,engines,applications,entry}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: [
    '**/node_modules/**',
    'entry/{e2e,simulators,testing,seed}/**',
    'packages/testing/**',
    '**/testing/**',
    '**/journeys/**',
  ],
}).filter((file) => !/\.(test|fixture|gen)\.tsx?$|\/(isolation|\w+-isolation|seed[\w-]*)\.ts$/.test(file))
const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** The places in the source that match a pattern. */
const saying = (pattern: RegExp, some = sources) =>
  some
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted()
const onServer = sources.filter(({ file }) => !/\/web\//.test(file))

/** State of modules that is no registry, and why each is there. Everything else is declared and reached through `ctx.app`. */
const caches = [
  'applications/roll-call/server/records.ts countsOfRows', // by the rows of one answer
  'kernel/message/server/counts-stream.ts lastMark', // a counter that starts with the time
  'kernel/org/server/areas.ts loadAreas', // a file of the program, read on first use
  'kernel/setting/server/setting-cache.ts cache', // rows by organisation, for two seconds
  'kernel/setting/server/setting-cache.ts writers', // by transaction
]

describe('the state of modules', () => {
  // Sample people and rows are counted, so that no two are the same; only tests and demo data create them.
  const ofModules = onServer.filter(
    ({ file }) => /^(kernel|engines|applications)\/[^/]+\/server\//.test(file) && !file.endsWith('/example.ts'),
  )

  it('holds no registry: only named caches', () => {
    expect(ofModules.length).toBeGreaterThan(600)
    expect(listModuleState(ofModules).toSorted()).toEqual(caches.toSorted())
  })

  it.each([
    [
      'a map that is filled',
      'const kinds = new Map()\nexport const offer = (kind) => kinds.set(kind.key, kind)',
      'kinds',
    ],
    [
      'a list that is filled',
      'export const offers: Offer[] = []\nconst add = (one) => {\n  offers.push(one)\n}',
      'offers',
    ],
    ['an object that is filled', 'const known = {}\nconst learn = (key, to) => {\n  known[key] = to\n}', 'known'],
    ['a variable', 'let gateway: Gateway | undefined', 'gateway'],
    ['a static field', 'class Kinds {\n  static #all = new Map()\n}', '#all'],
    ['a call when the module is loaded', "defineKind({ key: 'a' })", 'defineKind'],
    ['an import that only has effects', "import './kinds.ts'", './kinds.ts'],
  ])('is found by this test: %s', (_, text, name) =>
    expect(listModuleState([{ file: 'kernel/x/server/x.ts', text }])).toEqual([`kernel/x/server/x.ts ${name}`]),
  )

  it('is found when another file fills it', () =>
    expect(
      listModuleState([
        { file: 'a.ts', text: 'export const kinds = new Map()' },
        {
          file: 'b.ts',
          text: "import { kinds } from './a.ts'\nexport const offer = (kind) => kinds.set(kind.key, kind)",
        },
      ]),
    ).toEqual(['a.ts kinds']))

  it('is not found in constants', () =>
    expect(
      listModuleState([
        {
          file: 'a.ts',
          text: "const days = new Set([1, 2])\nexport const isDay = (day) => days.has(day)\nexport const all = ['a'].toSorted()",
        },
      ]),
    ).toEqual([]))
})

describe('our source', () => {
  it('is read by this test', () => expect(files.length).toBeGreaterThan(900))

  it('runs no text as code, except the encoders that are built from our own contracts', () =>
    expect(saying(/\bnew Function\(|(?<![.\w])eval\(/)).toEqual(['packages/contract/encoder.ts']))

  it('inserts text into pages as text; only the handbook, which we write, is HTML', () =>
    expect(saying(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write\(/)).toEqual([
      'entry/web/light/help/document-view.tsx',
    ]))

  it('starts three programs, with separate arguments and never through a shell', () => {
    expect(saying(/node:child_process/)).toEqual([
      'packages/fet/solve-fet.ts',
      'packages/office/convert.ts',
      'packages/sheet/read-sheet.ts',
    ])
    expect(
      saying(
        /shell: true|(?<![.\w])exec(Sync)?\(\s*['"`]|import \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'/,
      ),
    ).toEqual([])
  })

  it('takes unguessable values from the generator of the system', () =>
    // These spread load over time; the last draws who answers a question.
    expect(saying(/Math\.random/)).toEqual([
      'kernel/message/web/follow-counts.ts',
      'packages/cache/cache.ts',
      'packages/cache/resilient-redis.ts',
      'packages/web/core/roster-pad/roster-marks.ts',
    ]))

  it('encrypts in one place with one authenticated cipher, and hashes with SHA-256', () => {
    expect(saying(/createCipheriv|createDecipheriv/)).toEqual(['packages/crypto/seal.ts'])
    const ciphers = sources.flatMap(({ text }) =>
      [...text.matchAll(/create(?:De|C)ipheriv\('([\w-]+)'/g)].map(([, name]) => name),
    )
    expect(new Set(ciphers)).toEqual(new Set(['aes-256-gcm']))
    const weak = /createHash\('(?!sha256|sha1')|createHmac\('(?!sha256)|['"](md5|rc4|des)['"]/
    expect(saying(weak, onServer)).toEqual([])
    // Names of prepared statements, and ids of menu entries by RFC 9562: no security depends on them.
    expect(saying(/createHash\('sha1'\)/)).toEqual([
      'kernel/access/server/permission-catalogue.ts',
      'packages/db/connection.ts',
    ])
  })

  it('always checks the certificate of a server', () =>
    expect(saying(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/)).toEqual([]))

  it('follows no redirect of another server', () => {
    for (const { file, text } of onServer)
      for (const [call] of text.matchAll(/(?<![.\w])fetch\([\s\S]{0,300}/g))
        expect(`${file}: ${call}`).toContain("redirect: 'error'")
  })

  it('loads nothing from other origins, and no plug-ins', () => {
    const page = readFileSync(join(root, 'entry/web/index.html'), 'utf8')
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(saying(/<(object|embed|applet)\s+\w+=/)).toEqual([])
    expect(saying(/googletagmanager|hm\.baidu|cnzz|umeng|sentry\.io/i)).toEqual([])
  })

  it('masks passwords as they are typed and lets password managers fill them in', () => {
    const fields = sources.filter(({ text }) => /autoComplete="(current|new)-password"/.test(text))
    expect(fields.length).toBeGreaterThan(1)
    for (const { file, text } of fields)
      expect(`${file} ${/type=("password"|\{)|PasswordField|Input\.Password|password/.test(text)}`).toMatch(/true$/)
    // Pasting is never blocked; the grids of imports and teaching handle it themselves.
    expect(saying(/onPaste/)).toEqual([
      'kernel/schooling/web/components/sheet/teaching-sheet.tsx',
      'packages/web/desk/sheet-grid/sheet-grid.tsx',
    ])
  })

  it('asks no secret questions', () => expect(saying(/安全问题|密保问题|密码提示/)).toEqual([]))
})
