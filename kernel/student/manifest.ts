import { defineModule } from '#packages/contract'

const ofSchool = { 'district-admin': 'district', 'school-admin': 'org-tree', academic: 'org-tree' } as const

export const manifest = defineModule({
  key: 'student',
  title: '学生',
  group: 'baseData',
  permissions: {
    'student.read': {
      title: '查看学生',
      defaultFor: {
        ...ofSchool,
        'district-office': 'district',
        head: 'org-tree',
        moral: 'org-tree',
        'grade-head': 'classes',
        'class-teacher': 'classes',
        teacher: 'classes',
      },
    },
    'student.edit': { title: '新建和编辑学生', defaultFor: ofSchool },
    'student.event': { title: '办理学籍异动', defaultFor: ofSchool },
    'student.contact': {
      title: '维护监护人和座号',
      needsCharge: true,
      defaultFor: { ...ofSchool, moral: 'org-tree', 'class-teacher': 'classes' },
    },
    'student.reveal': {
      title: '查看学生完整证件号和电话',
      needsTwoFactors: true,
      needsCharge: true,
      defaultFor: { ...ofSchool, moral: 'org-tree', 'class-teacher': 'classes' },
    },
    'student.account': {
      title: '发放学生账号和确认家长',
      needsTwoFactors: true,
      needsCharge: true,
      defaultFor: { ...ofSchool, 'class-teacher': 'classes' },
    },
    'year.change': { title: '办理学年升级', defaultFor: { 'school-admin': 'org-tree', academic: 'org-tree' } },
    'face.manage': {
      title: '管理学生人脸照片',
      needsCharge: true,
      defaultFor: { 'school-admin': 'org-tree', moral: 'org-tree', 'class-teacher': 'classes' },
    },
    'family.use': { title: '使用学生和家长主页', defaultFor: { pupil: 'self', guardian: 'self' } },
  },
  fields: {
    'student.id-card': { title: '学生证件号' },
    'student.number': { title: '学籍号' },
    'student.birthday': { title: '学生出生日期' },
    'student.household': { title: '学生户籍地' },
    'student.address': { title: '学生家庭住址' },
    'student.card': { title: '学生一卡通号' },
    'student.guardian-phone': { title: '监护人电话' },
  },
  pages: [
    {
      path: 'Student',
      title: '学生管理',
      permission: 'student.read',
      help: 'students',
      sort: 5,
      section: 'pupils',
      icon: 'solution',
      tile: { about: '学生档案、监护人与分班', sort: 1 },
    },
    {
      path: 'StudentFace',
      title: '学生人脸管理',
      permission: 'face.manage',
      help: 'faces',
      sort: 7,
      section: 'pupils',
      icon: 'scan',
      tile: { about: '人脸授权与照片采集', sort: 11 },
    },
    {
      path: 'StudentChanges',
      title: '学籍异动',
      permission: 'student.event',
      help: 'student-changes',
      sort: 6,
      section: 'pupils',
      icon: 'swap',
      tile: { about: '转入转出与休复学', sort: 8 },
    },
    {
      path: 'YearChange',
      title: '学年升级',
      permission: 'year.change',
      help: 'year-change',
      isOffMenu: true,
      icon: 'rise',
    },
  ],
})
