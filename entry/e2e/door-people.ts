import type { Ctx } from '#packages/core'
import { grantTemplates } from '#kernel/access/server'
import { createPerson, invitePerson } from '#kernel/identity/server'
import { writeSetting } from '#kernel/setting/server'
import { addMembership } from '#kernel/staff/server'
import { acceptAgreements } from '#kernel/student/server'
import { enrol } from '../testing/pupils.ts'
import type { Project } from './people.ts'

/** Whoever comes in by another door than the others. Each story has its own, because doors count knocks. */
export const doorPeople = {
  sms: { name: '方晓岚', tail: '01' },
  second: { name: '高立新', tail: '02' },
  forgetful: { name: '何雨桐', tail: '03' },
  newcomer: { name: '蒋思源', tail: '04' },
  scanner: { name: '孔令仪', tail: '05' },
  dingtalk: { name: '罗文博', tail: '06' },
  pupil: { name: '潘小满', tail: '07' },
  personal: { name: '葛明轩', tail: '08' },
  changer: { name: '邓佳宁', tail: '09' },
  roamer: { name: '尹若溪', tail: '10' },
  twoPosts: { name: '石文浩', tail: '11' },
  unbinder: { name: '史云帆', tail: '12' },
  mistaken: { name: '陶静姝', tail: '13' },
  doubter: { name: '汪若水', tail: '14' },
  mover: { name: '夏知行', tail: '15' },
  exporter: { name: '邹清源', tail: '16' },
} as const
export type DoorPerson = keyof typeof doorPeople

export type DoorOrgs = Record<'school' | 'bureau' | 'strict' | 'careful' | 'guarded', string>

export const projectOf = (isPhone: boolean): Project => (isPhone ? 'phone' : 'desktop')
const projects = { desktop: '1', phone: '2' } as const
export const nameFor = (project: Project, who: DoorPerson) => `${who}.${project}`
export const phoneFor = (project: Project, who: DoorPerson) => `1390000${projects[project]}1${doorPeople[who].tail}`

/**
 * In `strict` a new device needs a code, in `careful` everybody must have told their ID number, and in `guarded` a code
 * is needed every time.
 */
export async function decideDoors(ctx: Ctx, orgs: Pick<DoorOrgs, 'strict' | 'careful' | 'guarded'>) {
  await writeSetting(ctx, orgs.strict, 'login', { secondStep: 'new-device' })
  await writeSetting(ctx, orgs.careful, 'login', { secondStep: 'off', requireIdCard: true })
  await writeSetting(ctx, orgs.guarded, 'login', { secondStep: 'always' })
}

/** Old enough to agree for herself, which she has done. */
async function enrolPupil(ctx: Ctx, orgId: string) {
  const { id, personId } = await enrol(ctx, { orgId, name: doorPeople.pupil.name })
  const asPupil = { ...ctx, actor: { ...ctx.actor, kind: 'pupil' as const, userId: id, personId } }
  await acceptAgreements(asPupil, ['user', 'privacy'])
  return personId
}

/** They get an invitation each, by login name. */
export async function inviteDoorPeople(ctx: Ctx, project: Project, orgs: DoorOrgs) {
  const invitations: { userName: string; personId: string; token: string }[] = []
  for (const who of Object.keys(doorPeople) as DoorPerson[]) {
    const personId =
      who === 'pupil'
        ? await enrolPupil(ctx, orgs.school)
        : await createPerson(ctx, { name: doorPeople[who].name, phone: phoneFor(project, who) })
    const orgId = who === 'second' ? orgs.strict : who === 'newcomer' ? orgs.careful : orgs.school
    if (who !== 'pupil') {
      const membershipId = await addMembership(ctx, { personId, orgId, userType: 'teacher', post: '教师' })
      await grantTemplates(ctx, membershipId, who === 'exporter' ? ['hr'] : ['teacher'])
    }
    if (who === 'twoPosts') await addMembership(ctx, { personId, orgId: orgs.bureau, userType: 'bureau' })
    if (who === 'mover') await addMembership(ctx, { personId, orgId: orgs.guarded, userType: 'teacher', isMain: false })
    invitations.push({ userName: nameFor(project, who), personId, token: await invitePerson(ctx, personId) })
  }
  return invitations
}
