import { describeSchedules } from './schedules.ts';

describeSchedules(2);
