import type { SheetGrid } from '#packages/sheet'
import { weekdayChoices, weekdayHeadings } from './import-columns.ts'
import { loadImport, loadSchool } from './import-context.ts'
import { findPeriodLabel, parseLessonText } from './parse-lesson-text.ts'

/** A sheet for each class, days against periods, as timetables are printed; the name of the sheet is the class. */
export const lessonGrid: SheetGrid = {
  known: weekdayHeadings,
  headings: ['位置', '班级', '星期', '节次', '学科', '教师', '教室', '单双周'],
  unfold: ({ sheetName, reference, heading, labels, text }) =>
    parseLessonText(text).map(({ subject, teacher, room, weekRule }) => [
      `${sheetName} ${reference}`,
      sheetName.trim(),
      heading,
      findPeriodLabel(labels),
      subject,
      teacher || null,
      room || null,
      weekRule || null,
    ]),
  buildTemplate: async (ctx, orgId) => {
    const { org, usual } = await loadSchool(ctx, orgId)
    const { weekDays, choices, groups } = await loadImport(ctx, orgId, usual.id, org.path)
    const free = new Set(groups.flatMap(({ id, kind }) => (kind === 'free' ? [id] : [])))
    const days = weekdayChoices.slice(0, weekDays).map(({ title }) => `星期${title.slice(1)}`)
    return choices.class
      .filter(({ value }) => !free.has(value))
      .map(({ title }) => ({
        name: title,
        rows: [['节次', ...days], ...choices.period.map((period) => [period.title])],
      }))
  },
}
