import { defineTemplate } from '#kernel/message/server/api.ts'

export const publishedTemplate = defineTemplate({
  code: 'timetable.published',
  kind: 'notice',
  title: '新课表从{day}起执行',
  body: '课表“{name}”已发布。您的课：{lessons}。',
})

export const withoutTeacherTemplate = defineTemplate({
  code: 'timetable.without-teacher',
  kind: 'notice',
  title: '课表有{count}节课没有教师',
  body: '任课教师在这些时间另有安排，请到课表中处理。',
})
