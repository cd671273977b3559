import type { RoleTemplate } from '#packages/contract'
import type { RoleRow } from '../role-queries.ts'

/** What the shipped roles are for, in one line. */
const words: Readonly<Record<RoleTemplate, string>> = {
  'district-admin': '管理全区机构、人员、权限和应用',
  'district-office': '查看全区机构、教职工和学生',
  'school-admin': '管理本校人员、班级和权限',
  head: '查看全校教职工和学生',
  academic: '管理学生、班级、任课和学期',
  moral: '查看学生及家长联系方式',
  general: '管理场室和后勤应用',
  hr: '管理教职工，可查看完整证件号',
  clerk: '处理公文、通知等办公事务',
  'grade-head': '查看本年级教师和学生',
  'class-teacher': '管理所带班级的学生和家长',
  teacher: '查看任教班级的学生',
  pupil: '学生本人',
  guardian: '家长本人',
  'security-admin': '管理角色和权限，不处理业务',
  auditor: '查看日志，不处理业务',
}

/** What its makers say of it, or what it shipped for. */
export const aboutRole = ({ remark, template, orgName }: Pick<RoleRow, 'remark' | 'template' | 'orgName'>) =>
  remark || (template ? words[template] : orgName)
