import { sharedCol } from '#packages/web/core/list/columns.ts'
import type { SharedList } from '#packages/web/core/list/list-spec.ts'
import { faceStates, studentStatuses, type Student } from '../contract.ts'
import * as queries from './student-queries.ts'
import { createYesNoOptions, getBoardingLabel, getShortRelation, studentOptions } from './student-text.ts'
import { isOfSchool, studentKey } from './student-tree.ts'

/** The pupils of a school or class, on the desk and on phones. Numbers are masked by the server. */
export const studentList: Omit<SharedList<Student>, 'create' | 'edit'> = {
  key: 'student:Student',
  queryKey: studentKey,
  noun: { name: '学生', measure: '名', bare: '人' },
  page: queries.studentPageQuery,
  name: {
    title: '姓名',
    of: ({ name }) => name,
    sortable: true,
    width: 104,
    isOff: ({ status }) => status !== 'studying' && status !== 'suspended',
  },
  columns: [
    sharedCol.text({ key: 'orgName', title: '学校', width: 144, when: ({ kind }) => !isOfSchool(kind) }),
    sharedCol.text({ key: 'sex', title: '性别', width: 60, dropAt: 5 }),
    sharedCol.text({ key: 'studentNo', title: '学籍号', width: 176, dropAt: 1 }),
    sharedCol.text({
      key: 'className',
      title: '班级',
      width: 76,
      card: 'kind',
      of: ({ className }) => className || '未分班',
    }),
    sharedCol.number({ key: 'seat', title: '座号', width: 84, sortable: true, unit: '号', of: ({ seatNo }) => seatNo }),
    sharedCol.text({
      key: 'guardian',
      title: '监护人',
      width: 96,
      card: 'fact',
      dropAt: 2,
      of: (row) => [row.guardianName, getShortRelation(row.guardianRelation)].filter(Boolean).join(' '),
    }),
    sharedCol.text({ key: 'phone', title: '电话', width: 140, card: 'fact', of: ({ guardianPhone }) => guardianPhone }),
    sharedCol.text({ key: 'isBoarding', title: '住校', width: 60, dropAt: 7, of: getBoardingLabel }),
    sharedCol.state({ key: 'face', title: '人脸', width: 96, dropAt: 6, of: ({ face }) => faceStates[face] }),
    sharedCol.state({ key: 'status', title: '状态', width: 76, of: ({ status }) => studentStatuses[status] }),
    sharedCol.text({ key: 'schoolNo', title: '学号', width: 104, hiddenByDefault: true }),
    sharedCol.text({ key: 'idCard', title: '身份证号', width: 176, hiddenByDefault: true }),
  ],
  search: '姓名、学籍号、电话',
  filters: [
    { name: 'isBoarding', label: '住校', options: createYesNoOptions('住校', '走读') },
    { name: 'status', label: '状态', options: studentOptions.status },
    { name: 'sex', label: '性别', options: studentOptions.knownSex, isMore: true },
    { name: 'face', label: '人脸', options: studentOptions.face, isMore: true },
    { name: 'isSpecial', label: '随班就读', options: createYesNoOptions('随班就读', '非随班就读'), isMore: true },
    { name: 'noClass', label: '分班', options: [{ value: '1', label: '未分班' }], isMore: true },
    { name: 'bound', label: '家长绑定', options: studentOptions.bound, isMore: true },
    { name: 'lacks', label: '资料缺项', options: studentOptions.missing, isMore: true },
    { name: 'on', label: '截至日期', options: [], isDay: true, isMore: true },
  ],
  empty: (name) => ({ title: '还没有学生，可导入学籍表或新建', text: `${name}还没有学生。` }),
}
