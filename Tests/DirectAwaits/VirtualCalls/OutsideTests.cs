namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>Woven calls must reach overrides and implementations in other assemblies as often as without weaving.</summary>
[Parallelizable(ParallelScope.Self)]
public class OutsideTests
{
    private const string Outside = """
        using System.Threading.Tasks;

        public static class Log { public static int Calls; }

        public class Override : Loader
        {
            public override Task<int> Load(int value) { Log.Calls++; return Task.FromResult(-value); }
            public override async Task<string> Load(string value) { Log.Calls++; return await base.Load(value) + " outside"; }
            protected override async Task<int> LoadProtected(int value) { Log.Calls++; return 1 + await base.LoadProtected(value); }
        }

        public class OverrideOfHeir : Heir
        {
            public sealed override async Task<int> Load(int value) { Log.Calls++; await Task.Yield(); return -value; }
        }

        public class Implementation : ILoader
        {
            public virtual async Task<int> Load(int value) { Log.Calls++; await Task.Yield(); return -value; }
        }

        public class ImplementsAgain : Loader, ILoader, ILoader<string>
        {
            Task<int> ILoader.Load(int value) { Log.Calls++; return Task.FromResult(-2 * value); }
            Task<string> ILoader<string>.Load(string value) { Log.Calls++; return Task.FromResult(value + " again"); }
        }

        public class Decorates : ILoader
        {
            private readonly ILoader _inner = new Heir();
            public async Task<int> Load(int value) { Log.Calls++; return -await _inner.Load(value); }
        }

        public class Hides : Loader
        {
            public new Task<int> Load(int value) { Log.Calls++; return Task.FromResult(-value); }
        }

        public struct Value : ILoader
        {
            public async Task<int> Load(int value) { Log.Calls++; await Task.Yield(); return -value; }
        }

        public class Inherits : Loader { }
        """;

    [Test]
    public void An_override_from_outside_always_wins()
    {
        var expected = Observed(OpenWorld.Of(isWoven: false));
        Assert.That(Observed(OpenWorld.Of(isWoven: true)), Is.EqualTo(expected));
        Assert.That(expected.Count(line => line.EndsWith(", 1 calls", StringComparison.Ordinal)), Is.EqualTo(25));
    }

    private static IReadOnlyList<string> Observed(OpenWorld world)
    {
        var outside = world.Compile(Outside);
        var calls = outside.GetType("Log")!.GetField("Calls")!;
        var observed = new List<string>();
        foreach (var type in outside.GetTypes().Where(type => !type.IsAbstract && type.IsPublic))
        {
            var loader = Activator.CreateInstance(type)!;
            foreach (var caller in world.CallersOf(loader))
            {
                calls.SetValue(null, 0);
                var result = world.Call(caller, loader, 3);
                observed.Add($"{type.Name} {caller}: {result}, {calls.GetValue(null)} calls");
            }
        }

        return observed;
    }
}
