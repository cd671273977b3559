import { forbidden, Refusal } from '#packages/core'
import type { DeveloperStatus, MemberRole } from '../contract-developers.ts'

/** What a member wants to do: `develop` changes applications, `operate` also keys, `own` also members and company. */
export type DeveloperTask = 'read' | 'operate' | 'develop' | 'own'

const tasks: Record<MemberRole, readonly DeveloperTask[]> = {
  read: ['read'],
  operate: ['read', 'operate'],
  develop: ['read', 'operate', 'develop'],
}

export const mayDo = ({ role, isOwner }: { role: MemberRole; isOwner: boolean }, task: DeveloperTask) =>
  isOwner || tasks[role].includes(task)

/** A company that was stopped reads, and does nothing else. */
export function requireTask(
  member: { role: MemberRole; isOwner: boolean; status: DeveloperStatus; reason: string },
  task: DeveloperTask,
) {
  if (!mayDo(member, task)) throw forbidden()
  if (member.status === 3 && task !== 'read') throw new Refusal(`企业已被平台停用：${member.reason}`)
}

export function requireVerified({ status, reason }: { status: DeveloperStatus; reason: string }) {
  if (status === 0) throw new Refusal('企业信息正在审核，通过后即可申请应用')
  if (status === 2) throw new Refusal(`企业信息已退回，请修改后重新提交：${reason}`)
}
