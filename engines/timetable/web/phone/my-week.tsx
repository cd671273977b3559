import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { saveBlob } from '#packages/web/core/save-blob.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { timetableApi } from '../../contract.ts'
import { WeekContent } from './week-content.tsx'

const readWeek = (day: string) => call(timetableApi.week, { query: { day, classId: null, userId: null, roomId: null } })

/** 我的课表. */
export default function MyWeek() {
  usePageTitle('我的课表')
  return (
    <LightPage head={<Bar title="我的课表" back={staffHome} help="my-timetable" />}>
      <WeekContent
        label="我的课表"
        reader="teacher"
        of="own"
        read={readWeek}
        empty="您在这一周没有课，或课表还没有发布。"
        foot={<CalendarFile />}
      />
    </LightPage>
  )
}

/** The lessons of the term for the calendar of the phone. */
function CalendarFile() {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const save = async () => {
    setBusy(true)
    setRefusal('')
    try {
      const { name, text } = await call(timetableApi.calendarFile, { query: {} })
      saveBlob(new Blob([text], { type: 'text/calendar' }), name)
    } catch (error) {
      setRefusal(getErrorMessage(error))
    }
    setBusy(false)
  }
  return (
    <>
      {refusal && <Note kind="warning">{refusal}</Note>}
      <Button kind="plain" isDisabled={isBusy} onClick={() => void save()}>
        导入手机日历
      </Button>
    </>
  )
}
