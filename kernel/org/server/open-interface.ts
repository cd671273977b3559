import type { OpenInterface } from '#packages/contract'

export const organisationInterface: OpenInterface = {
  code: 'orgs',
  path: '/orgs',
  name: '组织机构',
  about: '授权范围内的教育局、学校和部门，按更新时间增量获取。',
  version: 'v1',
  fields: [
    { name: 'fOrgID', title: '组织编号', type: 'text', class: 'A' },
    { name: 'fOrgName', title: '组织名称', type: 'text', class: 'A' },
    { name: 'fOrgType', title: '组织类型', type: 'text', class: 'A' },
    { name: 'fParentID', title: '上级组织', type: 'text', class: 'A' },
    { name: 'updateTime', title: '更新时间', type: 'time', class: 'A' },
  ],
  sample: {
    fOrgID: '7c1f0c52-0000-7000-8000-000000000001',
    fOrgName: '实验小学',
    fOrgType: 'school',
    fParentID: '7c1f0c52-0000-7000-8000-000000000000',
    updateTime: '2026-11-18 08:00:00',
  },
}
