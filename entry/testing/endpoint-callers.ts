import { getAudience, type Route } from '#packages/contract'
import { Ret, type Actor } from '#packages/core'
import { callersOutside, writeOutsideSession, type Isolation, type TestDatabase } from '#packages/testing'
import { isolationCases, isolationDeclarations, type EndpointRequest } from './endpoint-calls.ts'
import { buildWorld } from './test-districts.ts'

interface EndpointCaller {
  name: string
  kind: Actor['kind']
  authorization: string
}

/** Two districts with everything that the isolation cases refer to, and signed-in people of different roles. */
export async function prepareEndpoints(database: TestDatabase) {
  const world = await buildWorld(database)
  const { home, away, people, owner } = world
  const { pupil, guardian } = await people.family(home.districtId, home.school.id)
  const actors: Record<string, Actor> = {
    owner,
    districtAdmin: await people.hire(home.districtId, home.bureauId, ['district-admin']),
    teacher: await people.hire(home.districtId, home.school.id, ['teacher'], home.school.departmentId),
    otherClassHead: await people.hire(home.districtId, home.school.id, ['teacher', 'class-teacher']),
    otherSchoolAdmin: await people.hire(home.districtId, home.otherSchool.id, ['school-admin']),
    otherDistrictAdmin: await people.hire(away.districtId, away.bureauId, ['district-admin']),
    pupil,
    guardian,
  }
  const deputy = await people.hire(home.districtId, home.school.id, ['school-admin'])
  const extras = new Map<Isolation, unknown>()
  for (const isolation of isolationDeclarations) extras.set(isolation, await isolation.prepare?.(world))
  const sessions = await Promise.all(
    Object.entries(actors).map(async ([name, actor]): Promise<EndpointCaller> => {
      return { name, kind: actor.kind, authorization: `Bearer ${await people.session(actor)}` }
    }),
  )
  for (const kind of callersOutside)
    sessions.push({ name: kind, kind, authorization: `Bearer ${await writeOutsideSession(database, { kind })}` })
  const [school] = await database.sql<{ version: number }>('select version from tenant.organisation where id = $1', [
    home.school.id,
  ])
  /** Requests that succeed where the isolation matrix has one that is refused. */
  const accepted: Readonly<Record<string, Partial<Record<string, unknown>>>> = {
    '/api/orgs/delete': { fOrgID: home.school.secrets[3] },
    '/api/orgs/removeAdmin': { userId: deputy.userId },
    '/api/orgs/setSwitches': { version: school!.version },
    '/api/contacts/setting': { version: 0 },
    '/api/role/restore': { version: 2 },
    '/api/student/unbind': { studentId: pupil.userId },
    '/api/student/saveLinkman': { studentId: pupil.userId, id: '', phone: '13700000000' },
    '/api/student/saveConsent': { studentId: pupil.userId },
  }
  return {
    world,
    actors,
    /** The ids in the examples. */
    knownIds: [...new Set(JSON.stringify([...extras.values(), home]).match(guid))],
    /** Those in the audience of a route; those who may call it come first. */
    callersOf(route: Route): EndpointCaller[] {
      const expected = isolationCases.get(route)!.expected as Record<string, unknown>
      return sessions
        .filter(({ kind }) => route.access === 'public' || getAudience(route).includes(kind))
        .toSorted((a, b) => Number(expected[b.name] === Ret.ok) - Number(expected[a.name] === Ret.ok))
    },
    /** A valid request, if the route has a case with one. */
    exampleOf(route: Route): (() => EndpointRequest) | undefined {
      const { isolation, expected } = isolationCases.get(route)!
      const { request } = expected
      const changes = accepted[route.path]
      return (
        request &&
        (() => {
          const example = request(world, extras.get(isolation)) as EndpointRequest
          if (!changes) return example
          return {
            ...(example.query ? { query: { ...example.query, ...changes } as Record<string, string> } : {}),
            ...(example.body ? { body: { ...(example.body as object), ...changes } } : {}),
          }
        })
      )
    },
  }
}

const guid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
