import { dayOf, idCardCheckDigit, type DistrictId } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import type { TestDatabase } from '#packages/testing'
import type { KnownPerson } from './id-number-candidates.ts'

interface Person {
  id: string
  name: string
  studentId: string | null
  isStaff: boolean
}

const dayMs = 86_400_000

/** Gives everybody of a district an ID number, a sex and a birthday, and pupils a 学籍号 as well. */
export async function assignIdNumbers({ cells, sql }: TestDatabase, district: DistrictId): Promise<KnownPerson[]> {
  const fields = await inDistrict(cells, district, (db) => loadFieldCipher(db, district), { readOnly: true })
  const people = await sql<Person>(
    `select p.id, p.name, s.id as "studentId", exists (select from tenant.membership m where m.district_id = p.district_id and m.person_id = p.id) as "isStaff"
     from tenant.person p left join tenant.student s on s.district_id = p.district_id and s.person_id = p.id
     where p.district_id = $1 order by p.id`,
    [district],
  )
  const given: KnownPerson[] = []
  for (const [at, { id, name, studentId, isStaff }] of people.entries()) {
    const birthday = dayOf(new Date(Date.UTC(studentId ? 2012 : 1980, 0, 2) + at * dayMs))
    const first = `3301${90 + (district % 10)}${birthday.replaceAll('-', '')}${String(400 + at).padStart(3, '0')}`
    const idCard = first + idCardCheckDigit(first)
    given.push({ name, idCard })
    await sql('update tenant.person set id_card = $3, id_card_hash = $4, sex = $5 where district_id = $1 and id = $2', [
      district,
      id,
      fields.encrypt('person.id_card', idCard, id),
      fields.index('person.id_card', idCard),
      at % 2 === 0 ? '女' : '男',
    ])
    if (studentId) {
      await sql(
        `update tenant.student set student_no = $3, student_no_hash = $4, id_kind = 'id-card', private = $5
         where district_id = $1 and id = $2`,
        [
          district,
          studentId,
          fields.encrypt('student.student_no', `G${idCard}`, studentId),
          fields.index('student.student_no', `G${idCard}`),
          fields.encrypt('student.private', JSON.stringify({ birthday }), studentId),
        ],
      )
    }
    if (isStaff)
      await sql(
        `insert into tenant.staff_file (district_id, person_id, private, updated_at) values ($1, $2, $3, now())
         on conflict (district_id, person_id) do update set private = excluded.private`,
        [district, id, fields.encrypt('staff_file.private', JSON.stringify({ birthday }), id)],
      )
  }
  return given
}
