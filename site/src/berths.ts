/**
 * A stay of a boat: the places of its berth and of its first day on the board, how many days it takes, and what its
 * skipper wrote last.
 */
export type Stay = { boat: string; berth: number; day: number; days: number; says: string }

export const DAYS = ['Mon 13', 'Tue 14', 'Wed 15', 'Thu 16', 'Fri 17', 'Sat 18', 'Sun 19']
export const TODAY = 2
export const BERTHS = ['A 04', 'A 05', 'A 06', 'A 07', 'A 08']
export const LENGTHS = ['12 m', '12 m', '10 m', '10 m', '10 m']

export const STAYS: Stay[] = [
  { boat: 'Bryza', berth: 0, day: 0, days: 3, says: 'Leaving at six tomorrow. Is the gate open?' },
  { boat: 'Halny', berth: 0, day: 4, days: 3, says: 'Two of us, and a dog that minds swans.' },
  { boat: 'Mewa II', berth: 1, day: 1, days: 5, says: 'We draw 1.9 m. Is A 05 deep enough?' },
  { boat: 'Fala', berth: 2, day: 0, days: 2, says: 'We forgot a red kettle. Keep it.' },
  { boat: 'Onda', berth: 2, day: 2, days: 2, says: 'Past Hel, with you by seven.' },
  { boat: 'Zefir', berth: 2, day: 5, days: 2, says: 'Saturday, late. We will be quiet.' },
  {
    boat: 'Stella Maris',
    berth: 3,
    day: 0,
    days: 5,
    says: 'Found the showers, and they are warm.',
  },
  { boat: 'Nord', berth: 4, day: 2, days: 3, says: 'The mast is fine, the crew is hungry.' },
]

/** The boats that wait for a berth, as many as the free days of the board can take. */
const WAITING = [
  { boat: 'Iskra', says: 'Saw you on the sign at the pier.' },
  { boat: 'Kuna', says: 'Ten metres, or nine without the bowsprit.' },
  { boat: 'Wir', says: 'Two nights, then the wind decides.' },
  { boat: 'Ster', says: 'Is the baker still at the gate?' },
  { boat: 'Sum', says: 'From Ustka, and in no hurry.' },
]
const BOOKED_DAYS = 2

export type State = 'left' | 'arrives' | 'booked'

export function stateOf({ day, days }: Stay): State {
  if (day + days <= TODAY) return 'left'
  return day === TODAY ? 'arrives' : 'booked'
}

export function takenNights(stays: Stay[]): number {
  return stays.reduce((sum, { days }) => sum + days, 0)
}

/** "A 04 from Mon 13 to Wed 15". */
export function placeOf({ berth, day, days }: Stay): string {
  return `${BERTHS[berth]} from ${DAYS[day]} to ${DAYS[day + days - 1]}`
}

/** "3, from Mon 13" */
export function nightsOf({ day, days }: Stay): string {
  return `${days}, from ${DAYS[day]}`
}

/** Why a stay cannot be where it is: another one, or the end of the board. */
export function conflictOf(stay: Stay, stays: Stay[]): string | undefined {
  if (!BERTHS[stay.berth] || stay.day < 0 || stay.day + stay.days > DAYS.length) {
    return 'the board ends here'
  }
  const other = stays.find(
    ({ boat, berth, day, days }) =>
      boat !== stay.boat &&
      berth === stay.berth &&
      day < stay.day + stay.days &&
      stay.day < day + days,
  )
  return other && `${other.boat} has ${placeOf(other)}`
}

/** The next boat that waits, at the first free berth from today on. */
export function nextBooking(stays: Stay[]): Stay | undefined {
  const waiting = WAITING[stays.length - STAYS.length]
  if (!waiting) return undefined
  return BERTHS.flatMap((_, berth) =>
    DAYS.map((_, day) => ({ ...waiting, berth, day, days: BOOKED_DAYS })),
  ).find((stay) => stay.day >= TODAY && !conflictOf(stay, stays))
}

/** The boat that is nearest in a direction: in the same berth for days, else in the next berth that has one. */
export function nextBoat(
  from: Stay,
  stays: Stay[],
  berths: number,
  days: number,
): Stay | undefined {
  const distance = ({ berth, day }: Stay) =>
    berths * (berth - from.berth) * DAYS.length +
    days * (day - from.day) +
    (berths && Math.abs(day - from.day))
  return stays
    .filter(({ berth, day }) =>
      days
        ? berth === from.berth && days * (day - from.day) > 0
        : berths * (berth - from.berth) > 0,
    )
    .sort((one, other) => distance(one) - distance(other))[0]
}
