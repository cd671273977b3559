import { defineTemplate } from '#kernel/message/server/api.ts'

// No message says why a child is away, or of what it is ill.
export const familyTemplate = defineTemplate({
  code: 'attendance.child-missing',
  kind: 'alert',
  title: '请确认{child}的到校情况',
  body: '{day}{begins}点名时没有见到{child}，也没有请假。请尽快联系班主任；需要请假可以在这里补办。',
  sms: true,
})
export const unexplainedTemplate = defineTemplate({
  code: 'attendance.unexplained',
  kind: 'alert',
  title: '{class}{child}未到，请核实',
  body: '{day}{begins}点名未到，没有请假。{family}请到“待核实”处理。',
  sms: true,
})
export const differsTemplate = defineTemplate({
  code: 'attendance.differs',
  kind: 'alert',
  title: '{class}{child}已进校，点名未到',
  body: '{seenAt}已进校，{day}{begins}的课未到。请核实。',
})
export const longAbsenceTemplate = defineTemplate({
  code: 'attendance.long-absence',
  kind: 'alert',
  title: '{class}{child}连续{days}天未到',
  body: '连续{days}个上课日未到，没有请假。请联系家长并按规定上报。',
})
export const illnessTemplate = defineTemplate({
  code: 'attendance.illness',
  kind: 'alert',
  title: '{class}请病假的学生较多',
  body: '{day}有{count}名学生请病假，请到“学生请假”查看。',
})
export const rollReminderTemplate = defineTemplate({
  code: 'attendance.roll-reminder',
  kind: 'alert',
  title: '{lesson}还没有点名',
  body: '{ends}下课，请在下课前提交点名。',
})
export const caseTemplates = [
  familyTemplate,
  unexplainedTemplate,
  differsTemplate,
  longAbsenceTemplate,
  illnessTemplate,
  rollReminderTemplate,
]

const page = '/application/CallTheRoll'
export const rollPage = page
export const unexplainedPage = `${page}/unexplained`
export const leavePage = `${page}/leave`
export const familyLeavePage = '/studentMain/leave'

/** 11月20日 */
export const formatDay = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`
