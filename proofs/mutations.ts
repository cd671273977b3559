/**
 * Removes one guard at a time in a copy of the source and runs the tests that should fail. A guard whose removal no
 * test notices is not tested.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copySource } from './shared/source-copy.ts'

/** The guards are all over the source, so CI always runs this proof. */
export const about: string[] = []
export const shortSeconds = 115

interface Mutation {
  guard: string
  file: string
  from: string | RegExp
  to: string
  tests: string[]
  /** The failing tests must print a line that matches. */
  notices: RegExp
  long?: boolean
}

const mutations: Mutation[] = [
  {
    guard: 'the access declaration of a route',
    file: 'kernel/org/contract.ts',
    from: /(path: '\/api\/orgs\/getList',\n\s+title: '组织列表',\n)\s+access: 'org.read',\n/,
    to: '$1',
    tests: ['entry/api/isolation.test.ts'],
    notices: /declares no access/,
  },
  {
    guard: 'one row-level security policy',
    file: 'kernel/session/server/migrations/20261101000020_session_baseline.sql',
    from: /create policy own_district on tenant\.session .*\n/,
    to: '',
    tests: ['entry/testing/schema-rules.test.ts'],
    notices: /one policy, the wall of the district.*session/,
  },
  {
    guard: 'row-level security for the owner in tenant.wall()',
    file: 'packages/db/migrations/20261117220000_wall.sql',
    from: /.*force row level security.*\n/,
    to: '',
    tests: ['entry/testing/schema-rules.test.ts'],
    notices: /row-level security is on.*sample/,
    long: true,
  },
  {
    guard: 'inScope in one query',
    file: 'kernel/org/server/queries.ts',
    from: /(export const listNodes = [^\n]*\n\s+db\n\s+\.selectFrom\('organisation as o'\)\n)\s+\.where\(visibleNode\(scope, 'o'\)\)\n/,
    to: '$1',
    tests: ['entry/testing/scope.test.ts'],
    notices: /listNodes lets nobody see more/,
  },
  {
    guard: 'the district in one unique key',
    file: 'kernel/access/server/migrations/20261101000010_access_baseline.sql',
    from: 'unique (district_id, template)',
    to: 'unique (template)',
    tests: ['entry/testing/schema-rules.test.ts'],
    notices: /every unique and every exclusion begins with district_id.*role_template/,
  },
  {
    guard: 'security_invoker of one view',
    file: 'kernel/identity/server/migrations/20261101000008_identity_baseline.sql',
    from: 'create view tenant.v_person with (security_invoker = true) as',
    to: 'create view tenant.v_person as',
    tests: ['entry/testing/schema-rules.test.ts'],
    notices: /every view asks with the rights of its reader.*v_person/,
  },
  {
    guard: 'the epoch in file links',
    file: 'kernel/files/server/gateway.ts',
    from: 'return file.epoch === epoch && !file.isRecalled',
    to: 'return file.epoch !== null && epoch > 0 && !file.isRecalled',
    tests: ['kernel/files/server/claims.test.ts'],
    notices: /invalidates issued links/,
  },
  {
    guard: 'the content check of an upload',
    file: 'kernel/files/server/service/check-upload.ts',
    from: /const \{ charset \} = await checkContent\([^\n]*\n/,
    to: 'const charset = String(checkContent.length)\n',
    tests: ['kernel/files/server/hostile.test.ts'],
    notices: /a page as text/,
    long: true,
  },
  {
    guard: 'the permission check on the record that owns a file',
    file: 'kernel/files/server/service/file-owners.ts',
    from: '(await findOwner(ctx, kind)?.canRead(ctx, ownerId)) === true',
    to: 'findOwner(ctx, kind) !== undefined && ownerId !== ctx.requestId',
    tests: ['kernel/files/server/claims.test.ts'],
    notices: /readable only by those who may read the record/,
    long: true,
  },
  {
    guard: 'the size in the upload link of a part',
    file: 'packages/objects/s3-parts.ts',
    from: ', ContentLength: size })',
    to: ' })',
    tests: ['packages/objects/parts.test.ts'],
    notices: /only its part of the exact size/,
    long: true,
  },
  {
    guard: 'the lock that makes equal messages wait for each other',
    file: 'kernel/message/server/service/send-messages.ts',
    from: 'await lockMessageSubject(ctx.db, batch)',
    to: 'void lockMessageSubject',
    tests: ['kernel/message/server/messages.test.ts'],
    notices: /two send at the same moment/,
    long: true,
  },
  {
    guard: 'the check that a message belongs to the caller',
    file: 'kernel/message/server/message-queries.ts',
    from: 'and m.id = ${id} and m.person_id = ${personId} and m.removed_at is null',
    to: 'and m.id = ${id} and m.removed_at is null and ${personId}::uuid is not null',
    tests: ['kernel/message/server/messages.test.ts', 'entry/api/isolation.test.ts'],
    notices: /cannot be read, marked or removed by others/,
    long: true,
  },
  {
    guard: 'the query to the gateway before a message is sent again',
    file: 'kernel/message/server/deliver-messages.ts',
    from: 'const receipts = await channel.getReceipts(outside, lost.map(toSentMessage)).catch(() => undefined)',
    to: "const receipts = new Map(lost.map(({ id }): [string, DeliveryReceipt] => [id, { status: 'unknown' }]))",
    tests: ['kernel/message/server/delivery.test.ts'],
    notices: /asks what the gateway has/,
    long: true,
  },
  {
    guard: 'the lock on the monthly SMS quota',
    file: 'kernel/message/server/sms-quota-queries.ts',
    from: ' where month_on = ${month}::date for update',
    to: ' where month_on = ${month}::date',
    tests: ['kernel/message/server/delivery.test.ts'],
    notices: /never overdrawn/,
    long: true,
  },
  {
    guard: 'the refusal of unreadable characters in a body',
    file: 'packages/http/request-guards.ts',
    from: "if (isUnreadable(key) || (typeof value === 'string' && isUnreadable(value))) throw unreadableRefusal()",
    to: 'if (isUnreadable(key)) throw unreadableRefusal()',
    tests: ['entry/api/malformed-requests.test.ts'],
    notices: /is refused at every endpoint/,
    long: true,
  },
  {
    guard: 'the check of the host name',
    file: 'packages/http/request-guards.ts',
    from: 'if (site === undefined) {',
    to: 'if (site === undefined && reply.sent) {',
    tests: ['packages/http/request-guards.test.ts'],
    notices: /that is unknown is refused/,
    long: true,
  },
  {
    guard: 'the session check of a file link',
    file: 'kernel/files/server/gateway.ts',
    from: 'if (!(await context.isSessionOpen(db, sessionId, new Date()))) return undefined',
    to: 'await context.isSessionOpen(db, sessionId, new Date())',
    tests: ['entry/api/revoke-sessions.test.ts'],
    notices: /with a sign-out/,
    long: true,
  },
  {
    guard: 'the signal that a session has ended',
    file: 'packages/db/signals.ts',
    from: 'await notify(db, endedChannel, personIds)',
    to: 'await notify(db, endedChannel, [])',
    tests: ['entry/api/revoke-sessions.test.ts'],
    notices: /with a sign-out/,
    long: true,
  },
  {
    guard: 'the session check of an event stream',
    file: 'packages/http/stream.ts',
    from: "if (!alive.has(credential.hash.toString('hex'))) raw.end()",
    to: "if (!alive.has(credential.hash.toString('hex'))) continue",
    tests: ['packages/http/stream.test.ts'],
    notices: /ends when its session has ended/,
  },
  {
    guard: 'the expectation of one endpoint in the isolation matrix',
    file: 'kernel/staff/server/isolation.ts',
    from: / {4}recount: \{ owner: 1,.*\n/,
    to: '',
    tests: ['entry/api/isolation.test.ts'],
    notices: /an endpoint without a declared expectation/,
    long: true,
  },
  {
    guard: '“local” in the statement that sets the district',
    file: 'packages/db/transaction.ts',
    from: "; set local app.district_id = '",
    to: "; set app.district_id = '",
    tests: ['packages/http/http.test.ts', 'entry/api/connection-pool.test.ts'],
    notices: /lets no setting of one request reach the next|no foreign row/,
    long: true,
  },
  {
    guard: 'the permission check',
    file: 'packages/http/mount.ts',
    from: 'if (named && !may(actor, route.access)) throw forbidden()',
    to: '',
    tests: ['entry/api/isolation.test.ts'],
    notices: /teacher/,
    long: true,
  },
  {
    guard: 'the scope check of the parent organisation',
    file: 'kernel/org/server/queries.ts',
    from: ' and ${isNodeInScope(scope, parentId)}`',
    to: '`',
    tests: ['kernel/org/server/org.test.ts', 'entry/testing/scope.test.ts'],
    notices: /./,
    long: true,
  },
  {
    guard: 'the record that a job has run',
    file: 'packages/jobs/worker.ts',
    from: 'if (await effectOnce(ctx, key)) await work(ctx)',
    to: 'await work(ctx)',
    tests: ['packages/jobs/jobs.test.ts'],
    notices: /delivered again changes nothing/,
    long: true,
  },
  {
    guard: 'the claim of the idempotency key',
    file: 'packages/http/mount.ts',
    from: 'keyed ? runIdempotent(ctx, keyed, deed) : deed()',
    to: 'deed()',
    tests: ['packages/http/http.test.ts'],
    notices: /gets the first answer again/,
    long: true,
  },
  {
    guard: 'the scope check of organisations to be closed',
    file: 'kernel/org/server/search-queries.ts',
    from: "where o.id = any(${ids}::uuid[]) and ${visibleNode(scope, 'o')}",
    to: 'where o.id = any(${ids}::uuid[])',
    tests: ['kernel/org/server/disable-organisations.test.ts', 'entry/testing/scope.test.ts'],
    notices: /changes none of them when one is out of scope[\s\S]*listTargetsByIds lets nobody see more/,
    long: true,
  },
  {
    guard: 'the scope check of the organisation that a child is added to',
    file: 'kernel/org/server/edit-queries.ts',
    from: "where o.id = ${id} and ${visibleNode(scope, 'o')}",
    to: 'where o.id = ${id}',
    tests: ['entry/api/reference-swap.test.ts'],
    notices: /POST \/api\/orgs\/add[\s\S]*a row of a neighbour was changed/,
    long: true,
  },
  {
    guard: 'the refusal to close one’s own organisation',
    file: 'kernel/org/server/service/disable-organisations.ts',
    from: "if (targets.some(({ id }) => isOwnOrganisation(ctx.actor, id))) throw new Refusal('不能停用本单位')",
    to: '',
    tests: ['kernel/org/server/disable-organisations.test.ts'],
    notices: /never disables the caller’s present or home organisation/,
    long: true,
  },
  {
    guard: 'the rule that a school is edited by its superior organisation',
    file: 'kernel/org/server/policy.ts',
    from: 'scope.district || node.isBelowReach',
    to: 'scope.district || node.isBelowReach || true',
    tests: ['kernel/org/server/edit-organisation.test.ts'],
    notices: /of a school is not for its own administrator/,
    long: true,
  },
  {
    guard: 'the version check of an edit',
    file: 'kernel/org/server/edit-queries.ts',
    from: "    .where('version', '=', version)\n",
    to: '    .where((of) => of.val(version > 0))\n',
    tests: ['kernel/org/server/edit-organisation.test.ts'],
    notices: /only one of two concurrent edits succeeds/,
    long: true,
  },
  {
    guard: 'the organisation filter of shared views',
    file: 'kernel/personal/server/queries.ts',
    from: 'where org_id = ${orgId} and list = ${list} and (person_id = ${personId} or is_shared)',
    to: 'where list = ${list} and (person_id = ${personId} or is_shared)',
    tests: ['kernel/personal/server/personal.test.ts'],
    notices: /seen by colleagues of the organisation/,
    long: true,
  },
  {
    guard: 'the binding of a sealed value to its row',
    file: 'packages/crypto/seal.ts',
    from: /suite === aes256gcmOfRow \? .* : context\)/,
    to: 'suite > 0 ? context : row)',
    tests: ['entry/admin/key-rotation.test.ts'],
    notices: /× whose row somebody has put another one/,
    long: true,
  },
  {
    guard: 'the allow-list of data source addresses',
    file: 'packages/foreign/address.ts',
    from: 'return !isAllowed || contains(forbidden, address)',
    to: 'return (!isAllowed && port === 0) || contains(forbidden, address)',
    tests: ['packages/foreign/foreign.test.ts'],
    notices: /× are only the allowed ones/,
    long: true,
  },
  {
    guard: 'the encryption of a draft',
    file: 'kernel/personal/server/service/drafts.ts',
    from: 'fields.encrypt(getFieldName(owner, key), JSON.stringify(value ?? null), anyRow)',
    to: 'Buffer.from(JSON.stringify(value ?? null) + String(fields))',
    tests: ['kernel/personal/server/personal.test.ts'],
    notices: /is stored encrypted/,
    long: true,
  },
  {
    guard: 'the owner filter of drafts',
    file: 'kernel/personal/server/queries.ts',
    from: 'sql<boolean>`person_id = ${personId} and org_id = ${orgId} and key = ${key}`',
    to: 'sql<boolean>`${personId} <> ${orgId} and key = ${key}`',
    tests: ['kernel/personal/server/personal.test.ts'],
    notices: /is found only by its owner/,
    long: true,
  },
  {
    guard: 'the lock on the tree while a node moves',
    file: 'kernel/org/server/service/move-organisation.ts',
    from: '  await lockOrgTree(ctx.db)\n',
    to: '',
    tests: ['kernel/org/server/move-sort-delete.test.ts'],
    notices: /× of two organisations below each other at the same time succeeds once/,
    long: true,
  },
  {
    guard: 'the lock on a level while it is sorted',
    file: 'kernel/org/server/service/sort-organisations.ts',
    from: '  await lockOrgTree(ctx.db)\n',
    to: '',
    tests: ['kernel/org/server/move-sort-delete.test.ts'],
    notices: /× of many at once gives each its own position/,
    long: true,
  },
  {
    guard: 'the rule that a department stays in its organisation',
    file: 'kernel/org/server/service/move-organisation.ts',
    from: "throw refuseParent('部门只能在本单位内调整，跨单位请使用合并或拆分')",
    to: 'return',
    tests: ['kernel/org/server/move-sort-delete.test.ts'],
    notices: /× keeps a department in its organisation/,
    long: true,
  },
  {
    guard: 'the check that a merged organisation is left empty',
    file: 'kernel/org/server/service/merge-organisations.ts',
    from: '  await requireEmpty(ctx, ending)\n',
    to: '  void requireEmpty\n',
    tests: ['kernel/org/server/merge-organisations.test.ts'],
    notices: /× is rolled back when a module leaves contents behind/,
    long: true,
  },
  {
    guard: 'the platform-wide uniqueness of a host name',
    file: 'kernel/org/server/service/organisation-hosts.ts',
    from: '    if (await isHostTaken(db, hostClaim)) throw taken()\n',
    to: '    if ((await isHostTaken(db, hostClaim)) && now.getTime() === 0) throw taken()\n',
    tests: ['kernel/org/server/organisation-hosts.test.ts'],
    notices: /× has one owner on the whole platform/,
    long: true,
  },
  {
    guard: 'the keyed hash of a join code',
    file: 'kernel/org/server/service/join-codes.ts',
    from: /\(await loadFieldCipher\(ctx\.db, ctx\.actor\.districtId\)\)\.index\('organisation\.join-code', code\)/,
    to: '((await loadFieldCipher(ctx.db, ctx.actor.districtId)) && Buffer.from(code))',
    tests: ['kernel/org/server/join-codes.test.ts'],
    notices: /× is stored nowhere/,
    long: true,
  },
  {
    guard: 'the wait of a seal for running transactions',
    file: 'kernel/audit/server/seal-queries.ts',
    from: 'min(xact_start))',
    to: 'min(case when false then xact_start end))',
    tests: ['kernel/audit/server/seal-logs.test.ts'],
    notices: /× waits for a transaction that began in the window/,
    long: true,
  },
  {
    guard: 'the signature of a seal',
    file: 'kernel/audit/server/check-log-seals.ts',
    from: '!seal.signature.equals(signSeal(district, seal))',
    to: '!signSeal(district, seal)',
    tests: ['kernel/audit/server/seal-logs.test.ts'],
    notices: /× removes a row and makes the seal agree/,
    long: true,
  },
  {
    guard: 'the scope of the list of an entity',
    file: 'packages/crud/rows.ts',
    from: 'this.isReadable(scope),\n      ...(where',
    to: '...(where',
    tests: ['entry/testing/scope.test.ts'],
    notices: /× listPage lets nobody see more/,
    long: true,
  },
  {
    guard: 'the scope of one row of an entity',
    file: 'packages/crud/rows.ts',
    from: 'where t.id = ${id} and ${where}',
    to: 'where t.id = ${id}',
    tests: ['entry/testing/entity-crud.test.ts'],
    notices: /× rows outside the scope are not found/,
    long: true,
  },
  {
    guard: 'that a form writes only its own fields',
    file: 'packages/crud/crud.ts',
    from: 'fits(field) && name in values ?',
    to: 'name in values ?',
    tests: ['entry/testing/entity-crud.test.ts'],
    notices: /× a form writes only what it may write/,
    long: true,
  },
  {
    guard: 'that an unseen value of a form is kept',
    file: 'packages/crud/crud.ts',
    from: 'filter(([name]) => !isUnseen(name))',
    to: 'filter(([name]) => isUnseen(name) || true)',
    tests: ['entry/testing/entity-crud.test.ts'],
    notices: /× saving a form keeps what its user was not shown/,
    long: true,
  },
  {
    guard: 'the organisation of the import of an entity',
    file: 'packages/crud/plan-import.ts',
    from: '  await requireOrg(ctx.db, scope, orgId)\n',
    to: '',
    tests: ['entry/testing/entity-sheets.test.ts'],
    notices: /× an organisation outside the scope is refused/,
    long: true,
  },
  {
    guard: 'the scope of rows whose import is undone',
    file: 'packages/crud/sheet-rows.ts',
    from: 'and ${inScope(scope, table.scopeColumns)}\n    order by',
    to: 'order by',
    tests: ['entry/testing/entity-sheets.test.ts'],
    notices: /× an organisation outside the scope is refused/,
    long: true,
  },
  {
    guard: 'the version of a row that an import changes',
    file: 'packages/crud/entity-import.ts',
    from: ' && mark === checked.mark',
    to: '',
    tests: ['entry/testing/entity-sheets.test.ts'],
    notices: /× a row that was changed after the check is not overwritten/,
    long: true,
  },
  {
    guard: 'the version of a row whose import is undone',
    file: 'packages/crud/entity-import.ts',
    from: 'String(version) !== mark',
    to: "mark === ''",
    tests: ['entry/testing/entity-sheets.test.ts'],
    notices: /× a row that was changed after the check is not overwritten/,
    long: true,
  },
  {
    guard: 'that an import does not compare a masked value',
    file: 'packages/crud/plan-import.ts',
    from: 'if (mayCompare && isSame(',
    to: 'if (isSame(',
    tests: ['entry/testing/entity-sheets.test.ts'],
    notices: /× masked cells are left alone/,
    long: true,
  },
  {
    guard: 'the hidden fields of an import',
    file: 'packages/crud/plan-import.ts',
    from: '(column) => hidden.has(column)',
    to: '() => hidden.size < 0',
    tests: ['entry/testing/entity-sheets.test.ts'],
    notices: /× a hidden field is exported to and changed by only/,
    long: true,
  },
  {
    guard: 'the fields that an import may change',
    file: 'packages/crud/plan-import.ts',
    from: "if (field.write === 'create')",
    to: "if (field.kind === 'external')",
    tests: ['entry/testing/entity-sheets.test.ts'],
    notices: /× a file changes only what a form may change/,
    long: true,
  },
  {
    guard: 'the references of an import',
    file: 'packages/crud/plan-import.ts',
    from: 'candidates.filter(({ id }) => permitted.has(id))',
    to: 'candidates.filter(() => permitted.size >= 0)',
    tests: ['entry/testing/entity-sheets.test.ts'],
    notices: /× a name in a file is looked up/,
    long: true,
  },
  {
    guard: 'that undo keeps a row in use',
    file: 'packages/crud/entity-import.ts',
    from: "for (const id of used) kept.set(id, '已被使用')",
    to: 'void used',
    tests: ['entry/testing/entity-sheets.test.ts'],
    notices: /× undo keeps a new row that another one refers to/,
    long: true,
  },
  {
    guard: 'the scope of the list in an export of an entity',
    file: 'packages/crud/entity-export.ts',
    from: '      inScope(scope, table.scopeColumns),\n',
    to: '',
    tests: ['entry/testing/entity-sheets.test.ts'],
    notices: /× an export covers no more than the list/,
    long: true,
  },
  {
    guard: 'the scope of the permission of an export',
    file: 'packages/crud/entity-export.ts',
    from: 'crud.getScope(ctx, permission)',
    to: '{ ...crud.getScope(ctx, permission), district: true }',
    tests: ['entry/testing/entity-sheets.test.ts'],
    notices: /× an export has the rows of the filter/,
    long: true,
  },
  {
    guard: 'the mask of an export of an entity',
    file: 'packages/crud/entity-export.ts',
    from: 'isWhole && (revealWith',
    to: '(revealWith',
    tests: ['entry/testing/entity-sheets.test.ts'],
    notices: /× masked cells are left alone/,
    long: true,
  },
  {
    guard: 'the permission to reveal in an export',
    file: 'packages/crud/entity-export.ts',
    from: '(revealWith ? revealed.get(revealWith)!.has(id) : !mask)',
    to: 'revealed.size >= 0',
    tests: ['entry/testing/entity-sheets.test.ts'],
    notices: /× masked cells are left alone/,
    long: true,
  },
  {
    guard: 'the columns that a caller may not see',
    file: 'kernel/sheet/server/visible-columns.ts',
    from: '!visibleWith || may(actor, visibleWith)',
    to: '!visibleWith || actor !== undefined',
    tests: ['kernel/sheet/server/import.test.ts', 'kernel/sheet/server/export.test.ts'],
    notices: /× (are absent for whoever may not see them|offers and writes no column)/,
    long: true,
  },
]

// Every guard must be found in its file, also those that only the long form removes.
const lost = mutations.filter((mutation) => withoutGuard(mutation, readFileSync(mutation.file, 'utf8')) === null)
if (lost.length > 0) {
  for (const { guard, file } of lost) console.error(`guards: cannot find ${guard} in ${file}`)
  process.exit(1)
}

const long = process.argv.includes('--long')
// `--only packages/crud`: the guards in the files below it.
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1]! : ''
const chosen = mutations.filter((mutation) => (long || !mutation.long) && mutation.file.startsWith(only))
// The long form removes one guard at a time. The short form removes those in migrations together, because a broken
// schema also breaks tests of other guards, and then all others.
const inMigration = ({ file }: Mutation) => file.endsWith('.sql')
const together = long
  ? chosen.map((mutation) => [mutation])
  : [chosen.filter(inMigration), chosen.filter((mutation) => !inMigration(mutation))]
const copy = copySource()
let missed = 0
try {
  for (const group of together) missed += withoutGuards(group)
} finally {
  copy.remove()
}
console.log(`guards: ${chosen.length - missed} of ${chosen.length} were missed when they were gone`)
if (missed > 0) process.exit(1)

/** Removes these guards, runs their tests, and restores them. Returns how many removals no test noticed. */
function withoutGuards(group: readonly Mutation[]): number {
  const originals = new Map<string, string>()
  for (const mutation of group) {
    const path = join(copy.folder, mutation.file)
    const before = readFileSync(path, 'utf8')
    const after = withoutGuard(mutation, before)
    if (after === null) throw new Error(`another mutation of the group removed ${mutation.guard}`)
    if (!originals.has(path)) originals.set(path, before)
    writeFileSync(path, after)
  }
  const began = performance.now()
  const tests = [...new Set(group.flatMap((mutation) => mutation.tests))]
  const { ok, output } = copy.run('node_modules/.bin/vitest', ['run', '--retry=0', ...tests])
  for (const [path, text] of originals) writeFileSync(path, text)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  // A test that was skipped after an earlier failure has not noticed anything.
  const failures = output.replaceAll(/^ *↓.*$/gm, '')
  const unnoticed = group.filter(({ notices }) => ok || !notices.test(failures))
  for (const mutation of group) {
    console.log(
      `guards: ${unnoticed.includes(mutation) ? 'NOT NOTICED' : 'noticed'}: without ${mutation.guard} (${mutation.tests.join(', ')})`,
    )
  }
  console.log(`guards: ${tests.length} test files in ${seconds} s`)
  if (unnoticed.length > 0) console.log(output.split('\n').slice(-40).join('\n'))
  return unnoticed.length
}

/** The source of the file without the guard, or null when the guard is not in it. */
function withoutGuard({ from, to }: Mutation, source: string): string | null {
  const after = source.replace(from, to)
  return after === source ? null : after
}
