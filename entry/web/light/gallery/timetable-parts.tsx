import { Card } from '#packages/web/light/card.tsx'
import { LessonStrip, type StripLesson } from '#packages/web/light/lesson-strip.tsx'
import { PhoneWeek, type PhoneDay } from '#packages/web/light/phone-week.tsx'
import { Group } from './group.tsx'

const first: StripLesson = {
  id: '1',
  period: '第1节',
  begins: '08:00',
  ends: '08:40',
  title: '语文',
  detail: '赵敏',
  place: '301教室',
}
const lessons: readonly StripLesson[] = [
  first,
  { ...first, id: '2', period: '第2节', begins: '08:50', ends: '09:30', title: '数学', detail: '陈国栋', isNow: true },
  { ...first, id: '3', period: '第3节', begins: '10:00', ends: '10:40', state: 'substituted', note: '李文静代孙丽' },
  { ...first, id: '4', period: '第4节', begins: '10:50', ends: '11:30', state: 'moved', note: '原在周五第2节' },
  { ...first, id: '5', period: '第5节', begins: '13:10', ends: '13:50', title: '体育', state: 'cancelled' },
  { ...first, id: '6', period: '第6节', begins: '14:00', ends: '14:40', title: '自习', state: 'selfStudy', detail: '' },
  { ...first, id: '7', period: '第7节', begins: '14:50', ends: '15:30', title: '道德与法治', weekNote: '单' },
]
const days: readonly PhoneDay[] = ['周一', '周二', '周三', '周四', '周五'].map((label, at) => ({
  weekday: at + 1,
  label,
  date: `11-${16 + at}`,
  isToday: at === 2,
  lessons: at === 4 ? [] : lessons.slice(at % 2, 4),
  ...(at === 3 && { remark: '按周五上课' }),
  ...(at === 4 && { remark: '运动会，不上课' }),
}))

/** Timetables on phones. */
export function TimetableParts() {
  return (
    <>
      <Group caption="一天的课：代课、调课、停课、自习">
        <LessonStrip label="周三 11-18" lessons={lessons} />
      </Group>
      <Group caption="一周，先看今天">
        <PhoneWeek label="七(3)班课表" days={days} />
      </Group>
      <Group caption="没有课">
        <Card>
          <LessonStrip label="周六 11-21" lessons={[]} emptyNote="周末休息" />
        </Card>
      </Group>
    </>
  )
}
