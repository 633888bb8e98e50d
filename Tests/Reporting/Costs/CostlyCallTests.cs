using NUnit.Framework;
using PooledAwait.Fody.Costs;
using Tests.Documentation;

namespace Tests.Reporting.Costs;

/// <summary>The bytes that the report tells of calls that no rewrite takes away are what they make on this runtime.</summary>
[Alone]
public sealed class CostlyCallTests
{
    private static readonly TimeSpan s_long = TimeSpan.FromHours(1);
    private static readonly CancellationToken[] s_tokens = new CancellationToken[2];
    private static readonly Action<object?> s_callback = _ => { };
    private static readonly TimerCallback s_timerCallback = _ => { };

    // What is made, so that nothing is boxed for it.
    private static object? s_made;
    private static CancellationTokenRegistration s_registration;
    private static TaskCompletionSource<int>? s_pending;

    private static readonly Dictionary<string, (Action<CancellationTokenSource, CancellationTokenSource> Make, Action End)> s_calls = new()
    {
        ["CancellationTokenSource.CreateLinkedTokenSource(CancellationToken)"] = ((one, _) => s_made = CancellationTokenSource.CreateLinkedTokenSource(one.Token), Dispose),
        ["CancellationTokenSource.CreateLinkedTokenSource(CancellationToken, CancellationToken)"] = ((one, two) => s_made = CancellationTokenSource.CreateLinkedTokenSource(one.Token, two.Token), Dispose),
        ["CancellationTokenSource.CreateLinkedTokenSource(CancellationToken[])"] = ((one, two) =>
        {
            (s_tokens[0], s_tokens[1]) = (one.Token, two.Token);
            s_made = CancellationTokenSource.CreateLinkedTokenSource(s_tokens);
        }, Dispose),
        ["CancellationTokenSource.CreateLinkedTokenSource(ReadOnlySpan`1)"] = ((one, two) => s_made = CancellationTokenSource.CreateLinkedTokenSource((ReadOnlySpan<CancellationToken>)[one.Token, two.Token]), Dispose),
        ["CancellationTokenSource..ctor()"] = ((_, _) => s_made = new CancellationTokenSource(), Dispose),
        ["CancellationTokenSource..ctor(Int32)"] = ((_, _) => s_made = new CancellationTokenSource(3_600_000), Dispose),
        ["CancellationTokenSource..ctor(TimeSpan)"] = ((_, _) => s_made = new CancellationTokenSource(s_long), Dispose),
        ["CancellationTokenSource..ctor(TimeSpan, TimeProvider)"] = ((_, _) => s_made = new CancellationTokenSource(s_long, TimeProvider.System), Dispose),
        ["CancellationTokenSource.CancelAfter(...)"] = ((one, _) => one.CancelAfter(s_long), Nothing),
        ["CancellationToken.Register(...)"] = ((one, _) => s_registration = one.Token.Register(s_callback, null), Unregister),
        ["CancellationToken.UnsafeRegister(...)"] = ((one, _) => s_registration = one.Token.UnsafeRegister(s_callback, null), Unregister),
        ["Timer..ctor(...)"] = ((_, _) => s_made = new Timer(s_timerCallback, null, s_long, s_long), Dispose),
        ["PeriodicTimer..ctor(...)"] = ((_, _) => s_made = new PeriodicTimer(s_long), Dispose),
        ["TimeProvider.CreateTimer(...)"] = ((_, _) => s_made = TimeProvider.System.CreateTimer(s_timerCallback, null, s_long, s_long), Dispose),
        ["Task.Delay(Int32)"] = ((_, _) => s_made = Task.Delay(1), Complete),
        ["Task.Delay(TimeSpan)"] = ((_, _) => s_made = Task.Delay(TimeSpan.FromMilliseconds(1)), Complete),
        ["Task.Delay(TimeSpan, TimeProvider)"] = ((_, _) => s_made = Task.Delay(TimeSpan.FromMilliseconds(1), TimeProvider.System), Complete),
        ["Task.Delay(Int32, CancellationToken)"] = ((one, _) => s_made = Task.Delay(1, one.Token), Complete),
        ["Task.Delay(TimeSpan, CancellationToken)"] = ((one, _) => s_made = Task.Delay(TimeSpan.FromMilliseconds(1), one.Token), Complete),
        ["Task.Delay(TimeSpan, TimeProvider, CancellationToken)"] = ((one, _) => s_made = Task.Delay(TimeSpan.FromMilliseconds(1), TimeProvider.System, one.Token), Complete),
        ["Task.WaitAsync(CancellationToken)"] = ((one, _) => s_made = s_pending!.Task.WaitAsync(one.Token), Complete),
        ["Task.WaitAsync(TimeSpan)"] = ((_, _) => s_made = s_pending!.Task.WaitAsync(s_long), Complete),
        ["Task.WaitAsync(TimeSpan, TimeProvider)"] = ((_, _) => s_made = s_pending!.Task.WaitAsync(s_long, TimeProvider.System), Complete),
        ["Task.WaitAsync(TimeSpan, CancellationToken)"] = ((one, _) => s_made = s_pending!.Task.WaitAsync(s_long, one.Token), Complete),
        ["Task.WaitAsync(TimeSpan, TimeProvider, CancellationToken)"] = ((one, _) => s_made = s_pending!.Task.WaitAsync(s_long, TimeProvider.System, one.Token), Complete),
        ["TaskCompletionSource..ctor(...)"] = ((_, _) => s_made = new TaskCompletionSource(), Nothing),
        ["TaskCompletionSource`1..ctor(...)"] = ((_, _) => s_made = new TaskCompletionSource<string>(), Nothing),
    };

    private static IEnumerable<TestCaseData> Calls => CostlyCall.Known.Select(call => new TestCaseData(KeyOf(call)).SetArgDisplayNames(KeyOf(call)));

    [Test]
    public void All_that_are_known_are_measured() => Assert.That(s_calls.Keys, Is.EquivalentTo(CostlyCall.Known.Select(KeyOf)));

    [TestCaseSource(nameof(Calls))]
    public void A_call_makes_what_the_report_says(string key)
    {
        var call = CostlyCall.Known.Single(known => KeyOf(known) == key);
        var (one, two) = (new CancellationTokenSource(), new CancellationTokenSource());

        var least = BytesOf(key, () => (one, two));
        var most = BytesOf(key, () => (new CancellationTokenSource(), new CancellationTokenSource()));

        Assert.That((least, most), Is.EqualTo(((long)call.Least, (long)call.Most)));
    }

    [Test]
    public void The_page_has_a_row_for_every_kind()
    {
        var rows = new MarkdownFile("docs/report.md").Prose.SkipWhile(line => line != "## Beyond weaving").Skip(1).TakeWhile(line => !line.StartsWith("## ", StringComparison.Ordinal))
            .Where(line => line.StartsWith("| `", StringComparison.Ordinal));

        Assert.That(rows, Is.EqualTo(CostKind.All.Select(kind => $"| `{kind.Id}` | {BytesOf(kind)} | {kind.Sentence} | {kind.Advice} |")));
        Assert.That(CostlyCall.Known.Append(CostlyCall.Override).Select(call => call.Kind).Distinct(), Is.EquivalentTo(CostKind.All));
        Assert.That(CostKind.All.SelectMany(kind => new[] { kind.Sentence, kind.Advice }), Is.All.EndsWith("."));
        Assert.That(CostKind.All.Select(kind => kind.Id), Is.Unique);
    }

    private static string BytesOf(CostKind kind)
    {
        var calls = CostlyCall.Known.Append(CostlyCall.Override).Where(call => call.Kind == kind).ToList();
        var (least, most) = (calls.Min(call => call.Least), calls.Max(call => call.Most));
        return least == most ? $"{most}" : $"{least} to {most}";
    }

    private static string KeyOf(CostlyCall call) => $"{call.Type.Split('.')[^1]}.{call.Member}({call.Parameters ?? "..."})";

    /// <summary>The least of some calls: of the first ones, things are made that last.</summary>
    private static long BytesOf(string key, Func<(CancellationTokenSource One, CancellationTokenSource Two)> sources)
    {
        var (make, end) = s_calls[key];
        return AllocatedBytes.LeastOf(30, () =>
        {
            var (one, two) = sources();
            s_pending = new TaskCompletionSource<int>();
            var bytes = AllocatedBytes.During(() => make(one, two));
            end();
            return bytes;
        });
    }

    private static void Nothing()
    {
    }

    private static void Dispose() => ((IDisposable)s_made!).Dispose();

    private static void Unregister() => s_registration.Dispose();

    private static void Complete()
    {
        s_pending!.SetResult(1);
        SpinWait.SpinUntil(() => ((Task)s_made!).IsCompleted);
    }
}
