import { amount, defineSetting, toggle } from '#kernel/setting/server/api.ts'

export const timetableSetting = defineSetting({
  type: 'timetable',
  title: '课表',
  app: '教务管理',
  description: '课表给谁看，自动排课排多久。',
  levels: ['district', 'school'],
  keys: {
    familiesSee: toggle({
      title: '学生和家长查看课表',
      about: '关闭后，学生和家长的首页没有课程；教职工不受影响。',
      standard: true,
    }),
    solveSeconds: amount({
      title: '自动排课的最长时间',
      about: '每个方案最多排多久，到时间就用当时最好的结果。',
      min: 30,
      max: 300,
      standard: 300,
      unit: '秒',
      isLimit: true,
    }),
  },
})
