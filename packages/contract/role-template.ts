/** Scope kinds of permissions, from the whole district to own rows. The codes are those of the wire. */
export const scopeKinds = {
  district: { code: 1, title: '全区' },
  'org-tree': { code: 2, title: '本单位及下级' },
  org: { code: 3, title: '本单位' },
  'department-tree': { code: 4, title: '本部门及下级' },
  department: { code: 5, title: '本部门' },
  self: { code: 6, title: '本人' },
  classes: { code: 7, title: '任教班级' },
  'listed-orgs': { code: 8, title: '指定单位' },
} as const
export type ScopeKind = keyof typeof scopeKinds

/** The system roles of every district with their usual scopes. */
export const roleTemplates = {
  'district-admin': { title: '区管理员', scope: 'district' },
  'district-office': { title: '区科室', scope: 'district' },
  'school-admin': { title: '学校管理员', scope: 'org-tree' },
  head: { title: '校长', scope: 'org-tree' },
  academic: { title: '教务', scope: 'org-tree' },
  moral: { title: '德育', scope: 'org-tree' },
  general: { title: '总务', scope: 'org-tree' },
  hr: { title: '人事', scope: 'org-tree' },
  clerk: { title: '文秘', scope: 'org-tree' },
  'grade-head': { title: '年级组长', scope: 'department-tree' },
  'class-teacher': { title: '班主任', scope: 'classes' },
  teacher: { title: '任课教师', scope: 'self' },
  pupil: { title: '学生', scope: 'self' },
  guardian: { title: '家长', scope: 'self' },
  'security-admin': { title: '安全管理员', scope: 'district' },
  auditor: { title: '审计管理员', scope: 'district' },
} as const satisfies Record<string, { title: string; scope: ScopeKind }>
export type RoleTemplate = keyof typeof roleTemplates
