import type { OpenInterface } from '#packages/contract'

export const staffInterface: OpenInterface = {
  code: 'users',
  path: '/users',
  name: '教师信息',
  about: '授权范围内的在岗教职工，含离岗的增量。',
  version: 'v1',
  fields: [
    { name: 'fUserID', title: '人员编号', type: 'text', class: 'A' },
    { name: 'fRealName', title: '姓名', type: 'text', class: 'B' },
    { name: 'fOrgID', title: '学校编号', type: 'text', class: 'A' },
    { name: 'fSubject', title: '任教学科', type: 'text', class: 'A' },
    { name: 'fMobile', title: '手机号', type: 'text', class: 'C' },
    { name: 'fIdCard', title: '身份证号', type: 'text', class: 'C' },
    { name: 'updateTime', title: '更新时间', type: 'time', class: 'A' },
  ],
  sample: {
    fUserID: '7c1f0c52-0000-7000-8000-000000000011',
    fRealName: '王晓梅',
    fOrgID: '7c1f0c52-0000-7000-8000-000000000001',
    fSubject: '语文',
    fMobile: '138****0000',
    fIdCard: '3301**********0011',
    updateTime: '2026-11-18 08:00:00',
  },
}
