using Fody;
using Mono.Cecil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Options;

namespace Tests.Options;

/// <summary>Tests which attributes apply to a method, and what they may say.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class ScopeTests
{
    [Test]
    public void What_the_compiler_makes_of_a_method_has_its_settings()
    {
        var module = Source.Compile(
            """
            class C
            {
                [PooledAwaitIgnore]
                async Task<int> M(int a)
                {
                    await Task.Yield();
                    Func<Task<int>> f = async () => { await Task.Yield(); return a; };
                    return await f() + await Local();
                    async Task<int> Local() { await Task.Yield(); return a; }
                }

                async Task<int> M(string a)
                {
                    await Task.Yield();
                    Func<Task<int>> f = async () => { await Task.Yield(); return a.Length; };
                    return await f() + await Local();
                    async Task<int> Local() { await Task.Yield(); return a.Length; }
                }
            }
            """);
        var owners = new MethodOwners(module);
        var scope = new Scope(module, new WeaverOptions(), owners);

        var reasons = module.Methods("<M>").ToLookup(
            method => owners.OwnerOf(method).Parameters[0].ParameterType.Name, method => scope.For(method).OutOfScope);

        Assert.That(reasons["Int32"].Count(), Is.GreaterThan(6));
        Assert.That(reasons["Int32"], Is.All.SameAs(Reason.Ignored));
        Assert.That(reasons["String"].Count(), Is.EqualTo(reasons["Int32"].Count()));
        Assert.That(reasons["String"], Is.All.Null);
    }

    [Test]
    public void Attributes_on_lambdas_and_local_functions_are_narrower_than_those_of_what_holds_them()
    {
        var module = Source.Compile(
            """
            [PooledAwait(WhenAny = PooledWhenAny.None)]
            class C
            {
                [PooledAwait(Builders = PooledBuilders.Task)]
                void M()
                {
                    Func<Task> one = [PooledAwaitIgnore] async () =>
                    {
                        await Task.Yield();
                        Func<Task> two = async () => await Task.Yield();
                        Func<Task> three = [PooledAwait(ContinueWith = false)] async () => await Task.Yield();
                    };
                    Local();
                    [PooledAwait(Builders = PooledBuilders.Void)]
                    async Task Local() => await Task.Yield();
                }
            }
            """);
        var scope = new Scope(module, new WeaverOptions(), new MethodOwners(module));

        Assert.That(
            module.Methods("MoveNext").OrderBy(method => method.DeclaringType.Name, StringComparer.Ordinal).Select(scope.For),
            Is.EqualTo(
            [
                new MethodSettings(PooledBuilders.Task, true, true, PooledWhenAny.None, DefaultStateObjects.Value, 32, Reason.Ignored),
                new MethodSettings(PooledBuilders.Task, true, true, PooledWhenAny.None, DefaultStateObjects.Value, 32, Reason.Ignored),
                new MethodSettings(PooledBuilders.Task, true, true, PooledWhenAny.None, DefaultStateObjects.Value & ~PooledStateObjects.ContinueWith, 32, null),
                new MethodSettings(PooledBuilders.Void, true, true, PooledWhenAny.None, DefaultStateObjects.Value, 32, null),
            ]));
    }

    [Test]
    public void Attributes_on_constructors_are_theirs_and_those_of_the_lambdas_in_them()
    {
        var module = Source.Compile(
            """
            class C
            {
                [PooledAwaitIgnore] static C() => Task.CompletedTask.ContinueWith(t => t.Id);
                [PooledAwait(ContinueWith = false)] C(Task task, object o) => task.ContinueWith(t => o.ToString());
                C(Task task) => task.ContinueWith(t => task.Id);
            }
            """);
        var owners = new MethodOwners(module);
        var scope = new Scope(module, new WeaverOptions { OptIn = true }, owners);

        var settings = module.Methods(">b__").ToDictionary(method => owners.OwnerOf(method), scope.For);

        var of = settings.ToDictionary(entry => entry.Key.Parameters.Count, entry => (entry.Value.StateObjects.HasFlag(PooledStateObjects.ContinueWith), entry.Value.OutOfScope));
        Assert.That(of, Is.EqualTo(new Dictionary<int, (bool, Reason?)> { [0] = (true, Reason.Ignored), [1] = (true, Reason.NotOptedIn), [2] = (false, null) }));
    }

    [Test]
    public void Attributes_of_the_same_name_from_elsewhere_say_nothing()
    {
        var module = Source.Compile(
            """
            namespace PooledAwait { class PooledAwaitIgnoreAttribute : System.Attribute; }
            class C { [PooledAwait.PooledAwaitIgnore] void M() { } [PooledAwait.PooledAwait(ContinueWith = false)] void N() { } }
            """);

        var scope = new Scope(module, new WeaverOptions(), new MethodOwners(module));

        Assert.That(scope.For(module.Method("C.M")).OutOfScope, Is.Null);
        Assert.That(scope.For(module.Method("C.N")).StateObjects.HasFlag(PooledStateObjects.ContinueWith), Is.False);
    }

    [Test]
    public void The_arguments_of_others_attributes_are_not_touched()
    {
        var module = Source.Compile(
            """
            class OtherAttribute(ConsoleColor a) : Attribute { public ConsoleColor A => a; }
            class C { [Other(ConsoleColor.Red), PooledAwaitIgnore] async Task M() => await Task.Yield(); }
            """);
        foreach (var reference in module.AssemblyReferences.Where(reference => reference.Name != "PooledAwait.Runtime"))
        {
            reference.Name = "Missing." + reference.Name;
        }

        var other = module.Method("C.M").CustomAttributes.Single(attribute => attribute.AttributeType.Name == "OtherAttribute");
        Assert.That(() => other.ConstructorArguments, Throws.TypeOf<AssemblyResolutionException>());
        Assert.That(
            new Scope(module, new WeaverOptions(), new MethodOwners(module)).For(module.Method("MoveNext")).OutOfScope,
            Is.SameAs(Reason.Ignored));
    }

    [Test]
    public void Attributes_that_say_what_is_not_allowed_are_errors_told_at_once()
    {
        var module = Source.Compile(
            """
            [assembly: PooledAwait(Builders = (PooledBuilders)8)]
            namespace App
            {
                [PooledAwait(WhenAny = (PooledWhenAny)3)]
                class C
                {
                    [PooledAwait(MinimumStateMachineSize = -1)] void M(int a) { }
                    [PooledAwait, PooledAwaitIgnore] int P => 1;
                }
            }
            """);

        Assert.That(
            () => new Scope(module, new WeaverOptions(), new MethodOwners(module)),
            Throws.TypeOf<WeavingException>().With.Message.EqualTo(string.Join(
                "\n",
                "PooledAwait PA006: App, Version=0.0.0.0, Culture=neutral, PublicKeyToken=null carries [PooledAwait(Builders = 8)]; allowed are the values of PooledBuilders and their combinations.",
                "PooledAwait PA006: App.C carries [PooledAwait(WhenAny = 3)]; allowed are the values of PooledWhenAny.",
                "PooledAwait PA006: System.Void App.C::M(System.Int32) carries [PooledAwait(MinimumStateMachineSize = -1)]; allowed are numbers of bytes from 0.",
                "PooledAwait PA006: System.Int32 App.C::P() carries [PooledAwait] and [PooledAwaitIgnore]; only one of them is allowed.")));
    }
}
