import type { IForbiddenRuleType } from 'dependency-cruiser'

/** Inside the kernel each module may import only those before it. */
export const kernelOrder = [
  'site',
  'audit',
  'org',
  'setting',
  'dictionary',
  'identity',
  'task',
  'message',
  'approval',
  'files',
  'staff',
  'access',
  'personal',
  'contacts',
  'support',
  'sheet',
  'metric',
  'schooling',
  'student',
  'session',
  'workplace',
  'catalogue',
  'source',
  'developer',
  'platform',
  'weather',
]

/** Engines too, in the order in which they are planned. */
const engineOrder = [
  'compose',
  'handover',
  'release',
  'dossier',
  'alert',
  'honour',
  'duty',
  'timetable',
  'cover',
  'device',
  'attendance',
  'dispatch',
  'form',
  'slot',
  'registration',
  'exam',
  'question',
  'evaluation',
  'publishing',
  'geo',
  'meal',
  'asset',
  'screen',
]

const module = '(kernel|engines|applications)/([^/]+)'
const entryPoints =
  '(manifest|contract|server/api|server/example|server/seed|web/api|web/desk-api|web/index|web/phone)\\.tsx?$'
const test = '\\.(test|fixture)\\.tsx?$'
/** Browser journeys: they have a rule of their own. */
const journey = '/journeys/'
const shop = '^(tools|entry)/'

const forbid = (name: string, comment: string, from: object, to: object): IForbiddenRuleType =>
  ({ name, comment, severity: 'error', from, to }) as IForbiddenRuleType

/** The import rules. The fixture beside this file breaks each rule on purpose. */
export const rules: IForbiddenRuleType[] = [
  forbid(
    'packages-know-no-schools',
    'packages are libraries',
    { path: '^packages/' },
    { path: `^(kernel|engines|applications|entry|tools|bench|proofs)/` },
  ),
  forbid(
    'kernel-stands-below',
    'the kernel knows no engine and no application',
    { path: '^kernel/', pathNot: journey },
    { path: '^(engines|applications|entry|tools|bench|proofs)/' },
  ),
  forbid(
    'engines-know-no-application',
    'an application hands the engine its callbacks',
    { path: '^engines/', pathNot: journey },
    { path: '^(applications|entry|tools|bench|proofs)/' },
  ),
  forbid(
    'applications-are-strangers',
    'what two applications share is an engine',
    { path: '^applications/([^/]+)/', pathNot: journey },
    // Tests of an application that reads the declarations of all modules; other code may not, by testing-is-for-tests.
    { path: '^(applications/(?!$1/)|entry/|tools/|bench/|proofs/)', pathNot: '^entry/testing/whole-app\\.ts$' },
  ),
  forbid(
    'journeys-look-from-outside',
    'a journey uses the browser harness, contracts and libraries, no code of the product',
    { path: `^${module}/journeys/` },
    {
      path: '^(kernel|engines|applications|entry|tools|bench|proofs)/',
      pathNot: ['^$1/$2/journeys/', '^entry/(e2e|testing)/', '/(manifest|contract[a-z-]*)\\.ts$'],
    },
  ),
  ...kernelOrder
    .slice(0, -1)
    .map((name, at) =>
      forbid(
        `kernel-order-${name}`,
        'the kernel has an order, so it has no circles',
        { path: `^kernel/${name}/` },
        { path: `^kernel/(${kernelOrder.slice(at + 1).join('|')})/` },
      ),
    ),
  forbid(
    'engines-are-listed',
    'the order has every engine',
    { path: `^engines/(?!(${engineOrder.join('|')})/)` },
    { path: '^' },
  ),
  ...engineOrder
    .slice(0, -1)
    .map((name, at) =>
      forbid(
        `engine-order-${name}`,
        'the engines have an order, so they have no circles',
        { path: `^engines/${name}/` },
        { path: `^engines/(${engineOrder.slice(at + 1).join('|')})/` },
      ),
    ),
  forbid(
    'entry-points-only',
    'other modules import only the entry points of a module',
    { path: `^${module}/`, pathNot: test },
    { path: `^${module}/`, pathNot: [`^$1/$2/`, entryPoints] },
  ),
  forbid(
    'entry-points-for-entry',
    'the programs too',
    { path: shop, pathNot: test },
    // The simulator of third-party applications shows those of the demo, without loading the server.
    { path: `^${module}/`, pathNot: [entryPoints, '^kernel/catalogue/server/demo-applications\\.ts$'] },
  ),
  forbid(
    'module-is-composition',
    'server/module.ts is loaded by the composition in entry, by nobody else',
    { path: '^(kernel|engines|applications|packages)/', pathNot: test },
    { path: `^${module}/server/module\\.ts$` },
  ),
  forbid(
    'package-entry-points',
    'a package is imported by its index',
    { path: '^(?!packages/)' },
    {
      path: '^packages/(?!web/)',
      // Deliberately broken data and test stores are created in one place, for tests and proofs.
      pathNot: [
        '^packages/[^/]+/index\\.ts$',
        '^packages/db/directory\\.ts$',
        '^packages/(sheet/hostile|archive/zip|objects/stores)\\.fixture\\.ts$',
      ],
    },
  ),
  forbid(
    'web-sees-no-server',
    'the browser gets contracts only',
    { path: ['/web/', '^entry/web/'], pathNot: test },
    {
      path: [
        '/server/',
        '^packages/(crud|db|http|jobs|crypto|objects|cache|testing|pinyin|images|office|archive|sheet|fet|solver)/',
        '^entry/(api|worker|admin|seed)/',
      ],
    },
  ),
  forbid(
    'server-sees-no-web',
    'the server draws nothing',
    { path: ['/server/', '^packages/(?!web/)', '^entry/(api|worker|admin|seed)/'] },
    { path: ['/web/', 'node_modules/(react|antd)/'] },
  ),
  forbid(
    'contracts-are-pure',
    'a contract is read on both sides',
    { path: `^${module}/contract[a-z-]*\\.ts$` },
    {
      pathNot: [
        '/contract[a-z-]*\\.ts$',
        '/manifest\\.ts$',
        '^packages/contract/',
        '^packages/core/',
        'node_modules/zod/',
        '^zod$',
      ],
    },
  ),
  forbid(
    'manifests-are-pure',
    'a manifest is data',
    { path: `^${module}/manifest\\.ts$` },
    { pathNot: '^packages/contract/' },
  ),
  forbid(
    'only-queries-speak-sql',
    'every statement of a module stands in its queries',
    { path: `^${module}/`, pathNot: ['queries\\.ts$', '/queries/', '/jobs\\.ts$', test] },
    { path: ['node_modules/(kysely|pg)/', '^(kysely|pg)$'] },
  ),
  forbid(
    'inner-order',
    'module → routes → service → queries; nothing points back',
    { path: `^${module}/server/[a-z-]*queries\\.ts$` },
    { path: `^$1/$2/server/(service|routes|api|module)` },
  ),
  forbid(
    'directory-access-is-limited',
    'only these may open the global directory',
    {
      path: '^',
      pathNot: [
        '^kernel/(identity|catalogue|developer|dictionary|org|platform)/',
        // The operation log and the idempotency keys of callers outside districts.
        '^packages/http/outside-writes\\.ts$',
        '^packages/db/',
        '^(packages|entry)/testing/',
        test,
      ],
    },
    { path: '^packages/db/directory\\.ts$' },
  ),
  forbid(
    'light-without-antd',
    'families on old phones do not pay for the staff desk',
    { path: ['^entry/web/light', '/web/phone', '^packages/web/(light|core)/'], pathNot: test },
    { reachable: true, path: ['node_modules/(antd|@ant-design)/', '^packages/web/desk/', '^entry/web/desk/'] },
  ),
  forbid(
    'modules-are-loaded-on-demand',
    'the shell knows the page tables; it loads the web part of a module when one of its pages is opened',
    { path: '^entry/web/', pathNot: test },
    { path: `^${module}/web/`, dynamic: false },
  ),
  forbid(
    'testing-is-for-tests',
    'what tests need does not run in production',
    {
      path: '^',
      pathNot: [
        test,
        '\\.fixture\\.ts$',
        journey,
        '^packages/testing/',
        '^entry/(testing|e2e)/',
        '^(bench|proofs|tools)/',
        '/server/[a-z-]*(isolation|scoped-lists)\\.ts$',
      ],
    },
    { path: '^packages/testing/|^entry/testing/' },
  ),
  forbid(
    'examples-are-for-tests',
    'sample people and rows are for tests, the access matrix, the demo data and the journeys',
    {
      path: '^',
      pathNot: [
        test,
        '/server/example\\.ts$',
        '/server/[a-z-]*(isolation|scoped-lists|demo)[a-z-]*\\.ts$',
        '/journeys/',
        '^entry/(testing|e2e|seed)/',
        '^(bench|proofs|tools)/',
      ],
    },
    { path: `^${module}/server/example\\.ts$` },
  ),
  forbid(
    'seeds-are-for-demo-rows',
    'the demo rows of a module are written by entry/seed, not by other modules',
    { path: `^${module}/`, pathNot: test },
    { path: `^${module}/server/seed\\.ts$`, pathNot: `^$1/$2/` },
  ),
  forbid('no-circles', 'a circle is one module that does not know it', { path: '^' }, { circular: true }),
  forbid('resolves', 'every import leads somewhere', { path: '^' }, { couldNotResolve: true }),
  forbid(
    'declared',
    'only what package.json names',
    { path: `^(?!${test})` },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
]
