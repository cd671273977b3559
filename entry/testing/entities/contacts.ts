import { callApi, type EntityContext, type EntityReader, type WireRecord } from './entity-context.ts'
import { signInAsGuardian, getSchools, type EntitySchool } from './school.ts'

const fields = ['teacherType', 'subjectName', 'userID', 'teacherName', 'mobilePhone', 'phone']

const named = (list: readonly WireRecord[], name: string) => list.find(({ teacherName }) => teacherName === name)!

/** As colleagues get them, and as a parent does: the numbers that were opened to parents, and no others. */
export const readTeacherContacts: EntityReader = async (context) => {
  const [one, two] = await getSchools(context)
  const colleagues = await callApi<WireRecord[]>(context, one.teacher.token, 'contacts/teachers')
  return [
    {
      entity: 'Teacher contact',
      fields,
      records: [
        {
          wire: named(colleagues, '江澄'),
          typed: {
            teacherType: 1,
            subjectName: '语文',
            userID: one.head.userId,
            teacherName: '江澄',
            mobilePhone: '13611110001',
            phone: '0571-88880001',
          },
        },
        {
          wire: named(colleagues, '何远'),
          typed: {
            teacherType: 3,
            subjectName: '数学',
            userID: one.teacher.userId,
            teacherName: '何远',
            mobilePhone: '13611110002',
            phone: '0571-88880002',
          },
        },
      ],
    },
    await forFamilies(context, two),
    await directory(context, one, two),
    await profiles(context, one),
  ]
}

const opened = { scope: 2, parentVisible: true, quietFrom: '', quietTo: '', version: 0 }

/** The head of the second school has opened her number to parents, and the school publishes her office number. */
async function forFamilies(context: EntityContext, school: EntitySchool) {
  await callApi(context, school.head.token, 'contacts/setting', opened)
  const value = { showsOfficePhone: true }
  await callApi(context, context.chief.token, 'orgs/saveSetting?type=familyContact', { orgId: school.orgId, value })
  const token = await signInAsGuardian(context, '13622220004')
  const { children } = await callApi<{ children: { id: string }[] }>(context, token, 'student/children')
  const list = await callApi<WireRecord[]>(context, token, `student/contacts?studentId=${children[0]!.id}`)
  return {
    entity: 'Teacher contact (families)',
    fields,
    records: [
      {
        wire: named(list, '温岚'),
        typed: {
          teacherType: 1,
          subjectName: '',
          userID: school.head.userId,
          teacherName: '温岚',
          mobilePhone: '13611110011',
          phone: '0571-88880011',
        },
      },
      {
        wire: named(list, '卢江'),
        typed: {
          teacherType: 3,
          subjectName: '机械制图',
          userID: school.teacher.userId,
          teacherName: '卢江',
          mobilePhone: '',
          phone: '',
        },
      },
    ],
  }
}

/** A department of one school and a person of the other, as their colleagues see them. */
async function directory(context: EntityContext, one: EntitySchool, two: EntitySchool) {
  const department = { fParentID: two.orgId, fName: '实训处', fOrgType: 7, fSort: 1 }
  const { fOrgID } = await callApi(context, context.chief.token, 'orgs/add', department)
  const targets = { ids: [two.teacher.userId] }
  await callApi(context, context.chief.token, 'users/setDepartment', { targets, departmentId: fOrgID })
  const below = (token: string, id: string) => callApi<WireRecord[]>(context, token, `directory/tree?parentId=${id}`)
  const unit = (await below(two.head.token, two.orgId)).find(({ name }) => name === '实训处')!
  const person = (await below(one.teacher.token, one.orgId)).find(({ name }) => name === '江澄')!
  return {
    entity: 'Org tree node (directory)',
    fields: ['id', 'hasChild', 'name', 'sort', 'mobile', 'nodeType', 'userAvatar', 'userCount', 'orgName'],
    records: [
      {
        wire: unit,
        typed: {
          id: fOrgID,
          hasChild: true,
          name: '实训处',
          sort: 1,
          mobile: '',
          nodeType: 2,
          userAvatar: '',
          userCount: 1,
          orgName: '金工职业学校',
        },
      },
      {
        wire: person,
        typed: {
          id: one.head.userId,
          hasChild: false,
          name: '江澄',
          sort: 3,
          mobile: '13611110001',
          nodeType: 3,
          userAvatar: `/api/users/avatar?userId=${one.head.userId}`,
          userCount: 0,
          orgName: '云溪中学',
        },
      },
    ],
  }
}

/** A colleague, and a pupil without an emergency contact. */
async function profiles(context: EntityContext, school: EntitySchool) {
  const read = (id: unknown) => callApi(context, context.chief.token, `users/profile?userId=${String(id)}`)
  const { items } = await callApi<{ items: WireRecord[] }>(context, context.chief.token, 'student/page', {
    orgId: school.orgId,
  })
  const child = items.find(({ name }) => name === '果果')!
  const [row] = await context.database.sql<{ name: string }>(
    `select o.name from tenant.membership m join tenant.organisation o
       on o.district_id = m.district_id and o.id = m.department_id where m.id = $1`,
    [(await getSchools(context))[1].teacher.userId],
  )
  const hiddenFromColleagues = { is: '', why: 'ADR 0023: what opens a door is not told to colleagues' }
  return {
    entity: 'Another user profile',
    fields: [
      'loginName',
      'name',
      'sex',
      'gradeName',
      'className',
      'classTeacher',
      'department',
      'ddid',
      'bindId',
      'needSetLinkman',
    ],
    made: ['gradeName', 'className'],
    constants: { loginName: hiddenFromColleagues, ddid: hiddenFromColleagues, bindId: hiddenFromColleagues },
    records: [
      {
        wire: await read((await getSchools(context))[1].teacher.userId),
        typed: { name: '卢江', sex: '', classTeacher: '', department: row!.name, needSetLinkman: false },
      },
      {
        wire: await read(child['id']),
        typed: { name: '果果', sex: '男', classTeacher: '江澄', department: '', needSetLinkman: true },
      },
    ],
  }
}
