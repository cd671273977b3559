import type { OpenInterface } from '#packages/contract'

export const studentInterface: OpenInterface = {
  code: 'students',
  path: '/students',
  name: '学生信息',
  about: '授权范围内的在校学生，含转出的增量。敏感字段须有协议并会签。',
  version: 'v1',
  fields: [
    { name: 'fStudentID', title: '学生编号', type: 'text', class: 'A' },
    { name: 'fStudentName', title: '姓名', type: 'text', class: 'B' },
    { name: 'fSex', title: '性别', type: 'text', class: 'B' },
    { name: 'fClassID', title: '班级编号', type: 'text', class: 'A' },
    { name: 'fOrgID', title: '学校编号', type: 'text', class: 'A' },
    { name: 'fStudentNo', title: '学籍号', type: 'text', class: 'C' },
    { name: 'fIdCard', title: '身份证号', type: 'text', class: 'C' },
    { name: 'fGuardianMobile', title: '家长手机号', type: 'text', class: 'C' },
    { name: 'updateTime', title: '更新时间', type: 'time', class: 'A' },
  ],
  sample: {
    fStudentID: '7c1f0c52-0000-7000-8000-000000000031',
    fStudentName: '李一诺',
    fSex: '女',
    fClassID: '7c1f0c52-0000-7000-8000-000000000021',
    fOrgID: '7c1f0c52-0000-7000-8000-000000000001',
    fStudentNo: 'G3301**********0011',
    fIdCard: '3301**********0024',
    fGuardianMobile: '139****0000',
    updateTime: '2026-11-18 08:00:00',
  },
}
