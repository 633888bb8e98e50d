using Tests.Compilation;

namespace Tests.WeavingTime;

/// <summary>One async method with any number of awaits, in several forms. The weaver analyses each form differently.</summary>
internal static class GrowingMethods
{
    private const string Members = """
        public static class Growing
        {
            private static async Task<int> OneAsync(int value)
            {
                await Task.Yield();
                return value;
            }

            private static async Task NoneAsync(int value)
            {
                await Task.Yield();
                if (value < 0)
                {
                    throw new IOException();
                }
            }

            private static async ValueTask<int> ValueAsync(int value)
            {
                await Task.Yield();
                return value;
            }

            private static int Sum(int left, int right) => left + right;

            public static async Task<int> AllAsync(int total, Task work, CancellationToken cancellation)
            {
                $
                return total;
            }
        }
        """;

    /// <summary>
    /// The forms by name. Each form has statements, and the number of awaits in these statements. The method contains copies of the statements. In each copy,
    /// the number of the copy replaces #.
    /// </summary>
    public static readonly IReadOnlyDictionary<string, (string Statements, int Awaits)> Forms = new Dictionary<string, (string, int)>
    {
        ["awaits of tasks"] = ("total += await OneAsync(#);", 1),
        ["configured"] = ("total += await OneAsync(#).ConfigureAwait(false);", 1),
        ["ValueTasks"] = ("total += await ValueAsync(#);", 1),
        ["of either of two"] = ("total += await (total > # ? OneAsync(#) : OneAsync(total));", 1),
        ["arguments"] = ("total = Sum(await OneAsync(#), Sum(total, await OneAsync(total)));", 2),
        ["loops and switches"] = (
            """
            for (var i = 0; i < total; i++)
            {
                switch (total % 5)
                {
                    case 0: total += await OneAsync(i); break;
                    case 1: total++; continue;
                    case 2: total += await ValueAsync(#); break;
                    case 3: total--; break;
                    default: await NoneAsync(i); break;
                }
            }
            """, 3),
        ["try and catch"] = ("try { total += await OneAsync(#); } catch (IOException) { total++; }", 1),
        ["try and finally"] = ("try { total += await OneAsync(#); } finally { await NoneAsync(total); }", 2),
        ["await using"] = ("await using (var stream# = new MemoryStream(#)) { total += await OneAsync(#); }", 2),
        ["kept tasks"] = ("{ var first = OneAsync(#); var second = OneAsync(total); total += await second; total += await first; }", 2),
        ["kept tasks, a variable each"] = ("var task# = OneAsync(#); await NoneAsync(total); total += await task#;", 2),
        ["kept ValueTasks, a variable each"] = ("var task# = ValueAsync(#); await NoneAsync(total); total += await task#;", 2),
        ["try with kept tasks"] = ("try { var task = OneAsync(#); await NoneAsync(total); total += await task; } catch (IOException) { total++; }", 2),
        ["try with kept ValueTasks"] = ("try { var task = ValueAsync(#); await NoneAsync(total); total += await task; } catch (IOException) { total++; }", 2),
        ["captured variables"] = ("{ var captured = total + #; total += await work.ContinueWith(_ => captured); }", 1),
        ["captured by one closure"] = ("var captured# = total + #; cancellation.Register(() => Sum(captured#, #)); await NoneAsync(captured#);", 1),
        ["lambdas that capture nothing"] = ("total += await work.ContinueWith(_ => #);", 1),
        ["delays"] = ("await Task.Delay(#);", 1),
        ["raced delays, a variable each"] = ("var delay# = Task.Delay(#); if (await Task.WhenAny(work, delay#) == delay#) total++;", 1),
        ["WhenAny"] = ("await Task.WhenAny(work, OneAsync(#));", 1),
    };

    /// <param name="form">One of <see cref="Forms"/>.</param>
    /// <param name="awaits">The number of awaits; the method may have one or two more.</param>
    public static CompiledAssembly Of(string form, int awaits)
    {
        var (statements, each) = Forms[form];
        var copies = Enumerable.Range(1, (awaits + each - 1) / each).Select(number => statements.Replace("#", $"{number}"));
        return Sources.Compile([Members.Replace("$", string.Join("\n", copies))]);
    }
}
