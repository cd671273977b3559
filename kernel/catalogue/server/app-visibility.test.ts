import { describe, expect, it } from 'vitest'
import type { AppAudience } from '#packages/contract'
import type { AppRow } from './application-list.ts'
import type { GrantRow } from './grant-queries.ts'
import { findAppRefusal, getAppState, type ViewerFacts } from './app-visibility.ts'

const [bureau, cluster, school, otherSchool] = ['bureau', 'cluster', 'school', 'other-school']
const app = (audience: AppAudience, facts: Partial<AppRow> = {}): AppRow => ({
  key: 'app',
  kind: 2,
  name: '',
  edition: '',
  pinyin: '',
  initials: '',
  url: '',
  logo: '',
  author: '',
  about: '',
  category: 'office',
  audience,
  status: 2,
  sort: 0,
  manageOrgId: bureau,
  manageOrgName: '',
  manageOrgPath: '',
  developerId: null,
  isBarred: false,
  includesBelow: true,
  ips: [],
  apiReach: 0,
  mainApp: '',
  wanted: null,
  auditReason: '',
  hasSecret: false,
  registeredAt: null,
  auditedAt: null,
  version: 1,
  auditorType: null,
  isBuiltIn: false,
  isStored: true,
  ...facts,
})
const viewer = (facts: Partial<ViewerFacts> = {}): ViewerFacts => ({
  isFamily: false,
  orgIds: [school, cluster, bureau],
  userId: 'me',
  roleIds: new Set(['clerk']),
  isTeaching: false,
  administers: () => false,
  requestedByOrg: new Set<string>(),
  requestedBySelf: new Set<string>(),
  ...facts,
})
const grant = (kind: GrantRow['kind'], objectId: string, facts: Partial<GrantRow> = {}): GrantRow => ({
  key: 'app',
  kind,
  objectId,
  includesBelow: false,
  isRefused: false,
  ...facts,
})
const openHere = grant('org', school)
const below = { includesBelow: true }
const refused = { isRefused: true }

describe('whether an application is open for an organisation', () => {
  it.each([
    ['nobody said anything', [], 'closed'],
    ['it has its own entry', [openHere], 'mine'],
    ['one above speaks for those below', [grant('org', bureau, below)], 'mine'],
    ['one above has it for itself', [grant('org', cluster)], 'closed'],
    [
      'its own refusal wins over what is given above',
      [grant('org', bureau, below), grant('org', school, refused)],
      'closed',
    ],
    ['the nearest above decides', [grant('org', bureau, below), grant('org', cluster, refused)], 'closed'],
    ['its own entry wins over a refusal above', [grant('org', cluster, refused), openHere], 'mine'],
    ['another school has it', [grant('org', otherSchool)], 'closed'],
    ['another application is open', [{ ...openHere, key: 'another' }], 'closed'],
  ] as const)('%s', (_, grants, state) => {
    expect(getAppState(app('org'), grants, viewer())).toBe(state)
  })
})

describe('whether a person may open an application', () => {
  it.each([
    ['public', [], {}, 'mine'],
    ['public', [], { isFamily: true }, 'mine'],
    ['org', [openHere], { isFamily: true }, undefined],
    ['role', [openHere], {}, 'others'],
    ['role', [openHere, grant('role', 'clerk')], {}, 'mine'],
    ['role', [openHere, grant('role', 'head')], {}, 'others'],
    ['role', [grant('role', 'clerk')], {}, 'closed'],
    ['person', [], {}, 'others'],
    ['person', [grant('person', 'me')], {}, 'mine'],
    ['person', [openHere, grant('person', 'somebody')], {}, 'others'],
    ['teaching', [openHere], {}, 'others'],
    ['teaching', [openHere], { isTeaching: true }, 'mine'],
    ['teaching', [], { isTeaching: true }, 'closed'],
    ['families', [openHere], {}, 'others'],
    ['families', [openHere], { isFamily: true }, 'mine'],
    ['families', [], { isFamily: true }, undefined],
    ['administrators', [openHere], {}, 'others'],
    ['administrators', [], { administers: () => true }, 'mine'],
    ['org', [], { requestedByOrg: new Set(['app']) }, 'requested'],
    ['org', [openHere], { requestedByOrg: new Set(['app']) }, 'mine'],
    ['role', [openHere], { requestedBySelf: new Set(['app']) }, 'requested'],
    ['org', [openHere], { requestedBySelf: new Set(['app']) }, 'mine'],
  ] as const)('%s with %j for %j: %s', (audience, grants, facts, state) => {
    expect(getAppState(app(audience), grants, viewer(facts))).toBe(state)
  })
})

describe('a built-in application', () => {
  const builtIn = (audience: AppAudience, facts: Partial<AppRow> = {}) =>
    app(audience, { isBuiltIn: true, manageOrgId: null, ...facts })
  const administers = { administers: () => true }
  it.each([
    ['org', [], {}, 'mine', undefined],
    ['org', [grant('org', school, refused)], {}, 'closed', 'closed'],
    ['org', [grant('org', bureau, refused)], {}, 'closed', 'closed'],
    ['org', [grant('org', bureau, refused), openHere], {}, 'mine', undefined],
    ['org', [grant('org', school, refused)], administers, 'closed', 'closed'],
    ['org', [], { isFamily: true }, undefined, undefined],
    ['families', [], { isFamily: true }, 'mine', undefined],
    ['families', [grant('org', school, refused)], { isFamily: true }, undefined, 'closed'],
    ['role', [], {}, 'others', 'limited'],
    ['role', [], administers, 'mine', undefined],
    ['role', [grant('role', 'clerk')], {}, 'mine', undefined],
    ['person', [grant('person', 'me')], {}, 'mine', undefined],
    ['person', [grant('person', 'me'), grant('org', school, refused)], {}, 'closed', 'closed'],
    ['person', [], {}, 'others', 'limited'],
    ['teaching', [], { isTeaching: true }, 'mine', undefined],
    ['teaching', [], {}, 'others', 'limited'],
    ['administrators', [grant('org', school, refused)], administers, 'closed', 'closed'],
    ['public', [grant('org', school, refused)], {}, 'mine', undefined],
  ] as const)('%s with %j for %j: %s in the centre, its routes: %s', (audience, grants, facts, state, refusal) => {
    expect(getAppState(builtIn(audience), grants, viewer(facts))).toBe(state)
    expect(findAppRefusal(builtIn(audience), grants, viewer(facts))).toBe(refusal)
  })
  it('is closed for everybody when the district stops it', () => {
    expect(findAppRefusal(builtIn('org', { status: 4 }), [openHere], viewer())).toBe('closed')
  })
})

it.each([0, 1, 3, 4, 9] as const)('an application with status %i is not published', (status) => {
  expect(getAppState(app('public', { status }), [], viewer())).toBeUndefined()
})

it('an application stays in use while a change waits', () => {
  expect(getAppState(app('org', { status: 5 }), [openHere], viewer())).toBe('mine')
})

describe('an application of another organisation', () => {
  const theirs = { manageOrgId: otherSchool }
  it('cannot be requested', () => {
    for (const audience of ['org', 'role', 'teaching', 'families', 'person', 'administrators'] as const)
      expect(getAppState(app(audience, theirs), [], viewer())).toBeUndefined()
  })
  it('is available once it is granted', () =>
    expect(getAppState(app('org', theirs), [openHere], viewer())).toBe('mine'))
  it('belongs to the bureau alone when those below are excluded', () => {
    expect(getAppState(app('org', { includesBelow: false }), [], viewer())).toBeUndefined()
    expect(getAppState(app('org', { includesBelow: false }), [], viewer({ orgIds: [bureau] }))).toBe('closed')
  })
})
