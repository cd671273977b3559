import { emptyScope, newId, type Actor, type Ctx, type Scope } from '#packages/core'
import { createPerson, type NewPersonValues } from '#kernel/identity/server/api.ts'
import type { NewUserForm, UserForm } from '../contract.ts'
import { addMembership, type MembershipFacts } from './service.ts'

interface MembershipPlacement extends Partial<Pick<MembershipFacts, 'post' | 'userType' | 'isMain'>> {
  at: { id: string }
  department?: { id: string } | undefined
  /** The first day, if it is not today. */
  since?: string
}

/** A membership of an existing person; returns its id. */
export function aMembership(
  ctx: Ctx,
  personId: string,
  { at, department, since, userType = 'teacher', post = '', isMain = true }: MembershipPlacement,
): Promise<string> {
  const begin = since ? { ...ctx, now: new Date(`${since}T12:00:00+08:00`) } : ctx
  return addMembership(begin, { personId, orgId: at.id, departmentId: department?.id ?? null, userType, post, isMain })
}

type RunSql = (text: string, values: unknown[]) => Promise<unknown>

/**
 * A membership of one person at each node, for lists that are compared with a slow filter: its id is that of the node,
 * and a department's has its unit. Repeated calls add nothing.
 */
export const insertMembershipAtEachNode = (sql: RunSql, district: number, number = '4321') =>
  sql(
    `insert into tenant.membership (district_id, id, person_id, org_id, department_id, user_type, is_main, valid, number, created_at, updated_at)
     select o.district_id, o.id, p.id, coalesce(u.id, o.id), case when u.id is not null then o.id end, 'teacher', false,
       daterange('2026-01-01', null), $2, now(), now()
     from (select id from tenant.person where district_id = $1 order by id limit 1) p, tenant.organisation o
     left join lateral (
       select u.id from tenant.organisation u where o.type = 'department' and u.type <> 'department'
         and u.path @> o.path and u.district_id = o.district_id order by nlevel(u.path) desc limit 1) u on true
     where o.district_id = $1
       and not exists (select from tenant.membership m where m.district_id = $1 and m.id = o.id)
       and not exists (select from tenant.membership m where m.district_id = $1 and m.person_id = p.id
         and m.org_id = coalesce(u.id, o.id) and m.department_id is not distinct from case when u.id is not null then o.id end)`,
    [district, number],
  )

export interface TeacherFacts extends MembershipPlacement, Partial<Omit<NewPersonValues, 'id' | 'accountId'>> {
  hasAccount?: boolean
  /**
   * The permissions of the actor, by scope or for the own organisation. They are not stored: see `aUserWithRoles` of the
   * access module.
   */
  can?: Readonly<Record<string, Scope>> | readonly string[]
}

export type Teacher = Actor & { name: string }

const isList = (can: NonNullable<TeacherFacts['can']>): can is readonly string[] => Array.isArray(can)
let teachers = 0
/** A new person with a membership, as the actor of a signed-in user. */
export async function aTeacher(ctx: Ctx, facts: TeacherFacts): Promise<Teacher> {
  const { name = `教师${++teachers}`, hasAccount, can = {}, at } = facts
  const accountId = newId()
  const personId = await createPerson(ctx, { ...facts, name, ...(hasAccount ? { accountId } : {}) })
  return {
    name,
    kind: 'staff',
    districtId: ctx.actor.districtId,
    accountId,
    personId,
    userId: await aMembership(ctx, personId, facts),
    orgId: at.id,
    sessionId: newId(),
    permissions: new Map(
      isList(can) ? can.map((code) => [code, { ...emptyScope, orgIds: [at.id] }]) : Object.entries(can),
    ),
  }
}

const blank = {
  sex: '' as const,
  birthday: '',
  nation: '',
  userType: 'teacher' as const,
  workerType: null,
  post: '',
  number: '',
  subject: '',
  officePhone: '',
  email: '',
  qq: '',
  teacherLevel: '',
  diploma: '',
  graduateSchool: '',
  specialty: '',
  workedFrom: '',
  resume: '',
  remark: '',
  noSecondStep: false,
}

/** The form that adds somebody to an organisation. */
export const newForm = (org: { id: string }, name: string, more: Partial<NewUserForm> = {}): NewUserForm => ({
  orgId: org.id,
  departmentId: null,
  startsOn: '2026-09-01',
  joinExisting: false,
  ...blank,
  name,
  ...more,
})

export const editForm = (id: string, name: string, version: number, more: Partial<UserForm> = {}): UserForm => ({
  id,
  departmentId: null,
  ...blank,
  name,
  version,
  ...more,
})
