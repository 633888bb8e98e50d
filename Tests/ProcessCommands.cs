using System.CommandLine;
using Tests.Builders.Conformance;
using Tests.Fuzzing.Hierarchies.Running;
using Tests.Fuzzing.Running;
using Tests.Mutations;
using Tests.Mutations.Weaver;
using Tests.OlderRuntimes;
using Tests.Pooling;
using Tests.RealAssemblies;
using Tests.TimedWaits.NaiveReuse;

namespace Tests;

/// <summary>The commands that tests and other commands run in separate processes.</summary>
internal static class ProcessCommands
{
    public static IEnumerable<Command> All => [Jit(), Unload(), UnloadMany(), FuzzedPrograms(), Hierarchies(), MutatedSuite(), MutatedWeaver(), NaiveReuse(), OneScenario(), OwnTestsCommand()];

    private static Command Jit()
    {
        var assembly = new Argument<string>("assembly");
        var first = new Argument<string>("first");
        var last = new Argument<string>("last");
        var command = new Command(JitProcess.Verb, "Has the JIT compile an assembly; the other command runs it in processes of their own.")
        {
            assembly, first, last,
        };
        command.SetAction(parsed =>
            JitProcess.Run(parsed.GetRequiredValue(assembly), parsed.GetRequiredValue(first), parsed.GetRequiredValue(last)));
        return command;
    }

    private static Command Unload()
    {
        var plugIn = new Argument<string>("plug-in");
        var withItsOwnRuntime = new Argument<bool>("with-its-own-runtime");
        var whileListenedTo = new Argument<bool>("while-listened-to");
        var command = new Command(UnloadingProcess.Verb, "Loads a plug-in, uses it and unloads it; a test runs it in a process of its own.")
        {
            plugIn, withItsOwnRuntime, whileListenedTo,
        };
        command.SetAction(parsed => UnloadingProcess.Run(
            parsed.GetRequiredValue(plugIn), parsed.GetRequiredValue(withItsOwnRuntime), parsed.GetRequiredValue(whileListenedTo)));
        return command;
    }

    private static Command UnloadMany()
    {
        var plugIn = new Argument<string>("plug-in");
        var count = new Argument<int>("count");
        var command = new Command(UnloadingProcess.VerbForMany, "Does the same with many plug-ins, one after the other.") { plugIn, count };
        command.SetAction(parsed => UnloadingProcess.RunMany(parsed.GetRequiredValue(plugIn), parsed.GetRequiredValue(count)));
        return command;
    }

    private static Command FuzzedPrograms()
    {
        var folder = new Argument<string>("folder");
        var command = new Command(RunningProcess.Verb, "Runs generated programs; the other command runs it in processes of their own.") { folder };
        command.SetAction(parsed => RunningProcess.Run(parsed.GetRequiredValue(folder)));
        return command;
    }

    private static Command Hierarchies()
    {
        var folder = new Argument<string>("folder");
        var command = new Command(HierarchyProcess.Verb, "Runs generated hierarchies; the other command runs it in processes of their own.") { folder };
        command.SetAction(parsed => HierarchyProcess.Run(parsed.GetRequiredValue(folder)));
        return command;
    }

    private static Command MutatedSuite()
    {
        var folder = new Argument<string>("folder");
        var runtime = new Argument<string>("runtime");
        var part = new Argument<string>("part");
        var tests = new Argument<string[]>("tests");
        var command = new Command(SuiteProcess.Verb, "Runs tests with a build of the runtime; the other command runs it in processes of their own.")
        {
            folder, runtime, part, tests,
        };
        command.SetAction(parsed => SuiteProcess.RunHere(
            parsed.GetRequiredValue(folder), parsed.GetRequiredValue(runtime), parsed.GetRequiredValue(part), parsed.GetRequiredValue(tests)));
        return command;
    }

    private static Command MutatedWeaver()
    {
        var weaver = new Argument<string>("weaver");
        var tests = new Argument<string[]>("tests");
        var command = new Command(FixtureProcess.Verb, "Runs fixtures with a build of the weaver; the other command runs it in processes of their own.") { weaver, tests };
        command.SetAction(parsed => FixtureProcess.RunHere(parsed.GetRequiredValue(weaver), parsed.GetRequiredValue(tests)));
        return command;
    }

    private static Command NaiveReuse()
    {
        var runtime = new Argument<string>("runtime");
        var seconds = new Argument<int>("seconds");
        var command = new Command(NaiveReuseProcess.Verb, "Runs timed waits of a faulty runtime; a test runs it in a process of its own.") { runtime, seconds };
        command.SetAction(parsed => NaiveReuseProcess.Run(parsed.GetRequiredValue(runtime), parsed.GetRequiredValue(seconds)));
        return command;
    }

    private static Command OneScenario()
    {
        var image = new Argument<string>("image");
        var method = new Argument<string>("method");
        var kind = new Argument<int>("kind");
        var command = new Command(ScenarioProcess.Verb, "Runs a scenario of the conformance suite; a test runs it in a process of its own.") { image, method, kind };
        command.SetAction(parsed => ScenarioProcess.RunHere(parsed.GetRequiredValue(image), parsed.GetRequiredValue(method), parsed.GetRequiredValue(kind)));
        return command;
    }

    private static Command OwnTestsCommand()
    {
        var name = new Argument<string>("name");
        var command = new Command(OwnTests.Verb, "Runs the tests whose full name matches a regular expression; a test runs it on another runtime.") { name };
        command.SetAction(parsed => OwnTests.Run(parsed.GetRequiredValue(name)));
        return command;
    }
}
