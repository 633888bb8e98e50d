namespace Tests.WhenAny;

/// <summary>Every input of a WhenAny call with two, three or four slots (positions for a task).</summary>
public static class Inputs
{
    private static readonly Outcome[] s_outcomes = Enum.GetValues<Outcome>();

    /// <summary>Returns, for every way to put the same task into several slots, the number of the task in each slot.</summary>
    public static IEnumerable<int[]> Sharings(int slots) => Extend([], slots);

    /// <summary>Returns every combination of the tasks' outcomes when WhenAny is called.</summary>
    public static IEnumerable<Outcome[]> Outcomes(int tasks) =>
        tasks == 0 ? [[]] : Outcomes(tasks - 1).SelectMany(fewer => s_outcomes.Select(outcome => (Outcome[])[.. fewer, outcome]));

    private static IEnumerable<int[]> Extend(int[] begin, int slots)
    {
        if (begin.Length == slots)
        {
            return [begin];
        }

        var fresh = begin.DefaultIfEmpty(-1).Max() + 1;
        return Enumerable.Range(0, fresh + 1).SelectMany(task => Extend([.. begin, task], slots));
    }
}
