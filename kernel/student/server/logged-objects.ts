import type { LoggedObjectKind } from '#kernel/audit/server/api.ts'
import { listLoggedStudents } from './logged-object-queries.ts'

/** The kind of a pupil in `entity_change`. */
export const studentKind = 'student.student'

/** Pupils in the logs. */
export const loggedStudents: LoggedObjectKind = {
  kind: studentKind,
  title: '学生',
  fields: {
    school: '学校',
    grade: '年级',
    class: '班级',
    status: '学籍状态',
    effectiveOn: '生效日期',
    name: '姓名',
    sex: '性别',
    schoolNo: '学号',
    isBoarding: '住校',
    isSpecial: '特殊学生',
    idCard: '证件号',
    studentNo: '学籍号',
    icCard: '校园卡号',
    address: '住址',
    household: '户籍',
    birthday: '出生日期',
    guardians: '监护人',
  },
  list: (ctx, scope, wanted) => listLoggedStudents(ctx.db, scope, wanted),
}
