import { ReadingView } from '../../inspection/reading.view.tsx'
import { reading } from './model.ts'

/** The fuel level as the dashboard shows it. */
export const VerifyFuelView = () => <ReadingView reading={reading} about="Fuel" />
