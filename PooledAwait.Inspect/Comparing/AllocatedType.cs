using System.Text;
using System.Text.RegularExpressions;

namespace PooledAwait.Inspect.Comparing;

/// <summary>The allocated bytes of the objects of one type.</summary>
/// <param name="Name">The type, as the runtime names it.</param>
/// <param name="NotWovenBytes">The bytes that the program allocates without weaving, on average over the rounds.</param>
/// <param name="WovenBytes">The bytes that the woven copy allocates, on average over the rounds.</param>
internal sealed partial record AllocatedType(string Name, double NotWovenBytes, double WovenBytes)
{
    /// <summary>
    /// The bytes that three sampled objects represent. A type is left out if the sum of its bytes over all rounds is smaller than this number, both without and
    /// with weaving. Such a type may be in the sample by chance.
    /// </summary>
    private const double Least = 300_000;

    /// <summary>Returns the types whose objects take most bytes, with or without weaving. Orders them by their bytes without weaving.</summary>
    public static IReadOnlyList<AllocatedType> Most(Comparison comparison, int count)
    {
        var types = comparison.NotWoven.Concat(comparison.Woven).SelectMany(run => run.BytesByType.Keys).Distinct()
            .Select(name => new AllocatedType(name, Of(comparison.NotWoven, name), Of(comparison.Woven, name)))
            .Where(type => type.NotWovenBytes * comparison.NotWoven.Count >= Least || type.WovenBytes * comparison.Woven.Count >= Least);
        return
        [
            .. types.OrderByDescending(type => Math.Max(type.NotWovenBytes, type.WovenBytes)).Take(count)
                .OrderByDescending(type => type.NotWovenBytes).ThenByDescending(type => type.WovenBytes).ThenBy(type => type.Name, StringComparer.Ordinal),
        ];
    }

    /// <summary>Returns the name as in source code, without namespaces.</summary>
    public string ShortName()
    {
        var text = new StringBuilder();
        var open = new Stack<char>();
        var name = Namespace().Replace(Arity().Replace(Name, ""), "");
        for (var i = 0; i < name.Length; i++)
        {
            if (name[i] == '[')
            {
                var isArray = i + 1 < name.Length && name[i + 1] is ']' or ',' or '*';
                open.Push(isArray ? ']' : '>');
                text.Append(isArray ? '[' : '<');
            }
            else
            {
                text.Append(name[i] == ']' && open.TryPop(out var close) ? close : name[i] == '+' ? '.' : name[i]);
            }
        }

        return text.ToString();
    }

    private static double Of(IReadOnlyList<ProgramRun> runs, string name) => runs.Average(run => (double)run.BytesByType.GetValueOrDefault(name));

    [GeneratedRegex(@"`\d+")]
    private static partial Regex Arity();

    [GeneratedRegex(@"(?<![\w>])(\w+\.)+")]
    private static partial Regex Namespace();
}
